#include "operations.h"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

namespace programs {

namespace {

// The types that a row represents; `once` means a row without T.
enum class Types : std::uint8_t {
    integer,
    narrow,
    narrow_unsigned,
    narrow_signed,
    long_unsigned,
    long_signed,
    any_signed,
    floating,
    every,
    once
};

struct OperationRow {
    OperationKind kind;
    Types types;
    const char* result;
    const char* operands;
    const char* text;
};

constexpr OperationRow operation_rows[] = {
#define OPERATION(kind, types, result, operands, text) \
    {OperationKind::kind, Types::types, result, operands, text},
#include "operations.def"
#undef OPERATION
};

bool stands_for(Types types, Type type) {
    const bool narrow = is_integer(type) && bytes_of(type) <= 8;
    const bool wide = is_integer(type) && bytes_of(type) > 8;
    switch (types) {
        case Types::integer: return is_integer(type);
        case Types::narrow: return narrow;
        case Types::narrow_unsigned: return narrow && !is_signed(type);
        case Types::narrow_signed: return narrow && is_signed(type);
        case Types::long_unsigned: return wide && !is_signed(type);
        case Types::long_signed: return wide && is_signed(type);
        case Types::any_signed: return is_signed(type);
        case Types::floating: return is_floating(type) && type != Type::f16;
        case Types::every: return true;
        case Types::once: return type == Type::u8; // any single type
    }
    return false;
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

// Returns the smallest and the largest number of the source's type that an integer type can represent.
std::pair<std::string, std::string> range_of(Type integer, Type source) {
    const bool exact = source == Type::f64;
    switch (integer) {
        case Type::u8: return {"0", "255"};
        case Type::i8: return {"-128", "127"};
        case Type::u16: return {"0", "65535"};
        case Type::i16: return {"-32768", "32767"};
        case Type::u32: return {"0", exact ? "4294967295.0" : "4294967040.0f"};
        case Type::i32:
            return {exact ? "-2147483648.0" : "-2147483648.0f", exact ? "2147483647.0" : "2147483520.0f"};
        case Type::u64: return {"0", exact ? "18446744073709549568.0" : "18446742974197923840.0f"};
        default:
            return {exact ? "-9223372036854775808.0" : "-9223372036854775808.0f",
                    exact ? "9223372036854774784.0" : "9223371487098961920.0f"};
    }
}

std::string half_of(Type type) {
    if (bits_of(type) <= 32) return std::to_string((1U << (bits_of(type) - 2)) - 1);
    return std::to_string((std::uint64_t{1} << 62U) - 1);
}

Type meant_by(const std::string& word, Type type) {
    if (word == "T") return type;
    if (word == "U") return unsigned_of(type);
    return word == "boolean" ? Type::boolean : type_named(word);
}

void add(std::map<Type, std::vector<std::vector<Operation>>>& table, const OperationRow& row, Type type,
         Type integer) {
    Operation operation = {row.kind, meant_by(row.result, type), {}, row.text};
    std::istringstream words(row.operands);
    for (std::string word; words >> word;)
        operation.operands.push_back(word == "I" ? integer : meant_by(word, type));
    const std::pair<std::string, std::string> range = range_of(type, operation.operands[0]);
    const std::array<std::pair<const char*, std::string>, 7> meanings = {{
        {"{T}", name_of(type)},
        {"{U}", name_of(unsigned_of(type))},
        {"{W}", name_of(computed_in(type))},
        {"{bits}", std::to_string(bits_of(type)) + "u"},
        {"{half}", half_of(type)},
        {"{least}", range.first},
        {"{most}", range.second},
    }};
    for (const auto& [what, by] : meanings) replace_all(operation.text, what, by);
    std::vector<std::vector<Operation>>& groups = table[operation.result];
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<Operation>& of) {
        return of[0].kind == operation.kind;
    });
    if (group == groups.end()) {
        groups.push_back({operation});
    } else {
        group->push_back(operation);
    }
}

std::map<Type, std::vector<std::vector<Operation>>> table_of_operations() {
    std::map<Type, std::vector<std::vector<Operation>>> table;
    for (const OperationRow& row : operation_rows) {
        const bool from_integers = std::string(row.operands) == "I";
        for (const Type type : all_types()) {
            if (!stands_for(row.types, type)) continue;
            for (const Type integer : all_types()) {
                const bool usable = is_integer(integer) && bytes_of(integer) <= 8 && integer != type;
                if (from_integers ? usable : integer == Type::u8) add(table, row, type, integer);
            }
        }
    }
    return table;
}

} // namespace

const std::vector<std::vector<Operation>>& operations_for(Type result) {
    static const std::map<Type, std::vector<std::vector<Operation>>> table = table_of_operations();
    return table.at(result);
}

} // namespace programs
