#include "types.h"

#include <array>
#include <stdexcept>

namespace programs {

namespace {

struct TypeRow {
    Type type;
    const char* name;
    std::uint32_t bytes;
    char kind; // b: boolean, u: unsigned, s: signed, f: floating
    const char* vector;
};

constexpr std::array<TypeRow, 14> rows = {{
    {Type::boolean, "bool", 1, 'b', ""},
    {Type::u8, "u8", 1, 'u', "uchar"},
    {Type::i8, "i8", 1, 's', "char"},
    {Type::u16, "u16", 2, 'u', "ushort"},
    {Type::i16, "i16", 2, 's', "short"},
    {Type::u32, "u32", 4, 'u', "uint"},
    {Type::i32, "i32", 4, 's', "int"},
    {Type::u64, "u64", 8, 'u', "ulonglong"},
    {Type::i64, "i64", 8, 's', "longlong"},
    {Type::u128, "u128", 16, 'u', ""},
    {Type::i128, "i128", 16, 's', ""},
    {Type::f16, "f16", 2, 'f', ""},
    {Type::f32, "f32", 4, 'f', "float"},
    {Type::f64, "f64", 8, 'f', "double"},
}};

const TypeRow& row_of(Type type) { return rows[static_cast<std::size_t>(type)]; }

// 64 bits in a type, cast to it: a literal of another type would select another overload.
std::string integer_literal(Type type, std::uint64_t value) {
    const std::string name = name_of(type);
    if (bytes_of(type) <= 4) return name + "(" + std::to_string(static_cast<std::uint32_t>(value)) + "u)";
    return name + "(" + std::to_string(value) + "ull)";
}

std::string floating_literal(Type type, Random& random) {
    static const std::vector<std::string> odd = {"-0.0f",    "1e-30f",      "-3.4e38f", "65504.0f", "6.0e-8f",
                                                 "0.33333f", "16777217.0f", "-1e-42f",  "1e30f"};
    const std::string name = name_of(type);
    if (random.chance(25)) return name + "(" + random.pick(odd) + ")";
    const std::uint32_t eighths = random.below(400);
    const std::string sign = random.chance(30) ? "-" : "";
    return name + "(" + sign + std::to_string(eighths / 8) + "." + std::to_string(eighths % 8 * 125) + "f)";
}

} // namespace

const std::vector<Type>& all_types() {
    static const std::vector<Type> types = {Type::u8,  Type::i8,  Type::u16, Type::i16,  Type::u32,
                                            Type::i32, Type::u64, Type::i64, Type::u128, Type::i128,
                                            Type::f16, Type::f32, Type::f64};
    return types;
}

const char* name_of(Type type) { return row_of(type).name; }

Type type_named(const std::string& name) {
    for (const TypeRow& row : rows)
        if (name == row.name) return row.type;
    throw std::invalid_argument("no type is named " + name);
}

std::uint32_t bytes_of(Type type) { return row_of(type).bytes; }
bool is_integer(Type type) { return row_of(type).kind == 'u' || row_of(type).kind == 's'; }
bool is_signed(Type type) { return row_of(type).kind == 's'; }
bool is_floating(Type type) { return row_of(type).kind == 'f'; }

Type unsigned_of(Type type) {
    for (const TypeRow& row : rows)
        if (row.kind == 'u' && row.bytes == bytes_of(type)) return row.type;
    return type;
}

Type computed_in(Type type) { return bytes_of(type) < 4 ? Type::u32 : unsigned_of(type); }

std::string vector_of(Type type, unsigned elements) {
    const std::string name = row_of(type).vector;
    if (name.empty() || bytes_of(type) * elements > 16) return "";
    return name + std::to_string(elements);
}

std::string literal(Type type, Random& random) {
    if (type == Type::boolean) return random.chance(50) ? "true" : "false";
    if (is_floating(type)) return floating_literal(type, random);
    const std::uint32_t way = random.below(4);
    if (way < 2) return integer_literal(type, random.below(20));
    if (way == 2) return integer_literal(type, random.bits());
    // Near a power of two, and just below 0.
    const std::uint64_t power = std::uint64_t{1} << random.below(bits_of(type) > 64 ? 64 : bits_of(type));
    return integer_literal(type, power + random.below(3) - 1);
}

std::string literal(Type type, std::uint32_t value) {
    if (type == Type::boolean) return value != 0 ? "true" : "false";
    if (is_floating(type)) return std::string(name_of(type)) + "(" + std::to_string(value) + ".0f)";
    return integer_literal(type, value);
}

} // namespace programs
