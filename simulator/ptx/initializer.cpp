#include "ptx/initializer.h"

#include <algorithm>
#include <bit>

#include <fmt/core.h>

#include "ptx/constant.h"

namespace simulator::ptx {

void InitializerReader::read(Declaration& declaration) {
    declaration_ = &declaration;
    if (declaration.dimensions.empty()) return read_value(0);
    read_list(0, 0);
    if (declaration.dimensions[0] != 0) return;
    const std::uint64_t row = stride(0);
    declaration.variable.bytes = (declaration.variable.initial.size() + row - 1) / row * row;
}

/// Returns the bytes per element of a dimension.
std::uint64_t InitializerReader::stride(std::size_t level) const {
    std::uint64_t bytes = bytes_of(declaration_->variable.type);
    for (std::size_t i = level + 1; i < declaration_->dimensions.size(); ++i)
        bytes *= declaration_->dimensions[i];
    return bytes;
}

/// A list contains either lists, one per element of its dimension, or the values of all inner dimensions in
/// sequence.
void InitializerReader::read_list(std::size_t level, std::uint64_t begin) {
    reader_.expect('{');
    const bool nested = reader_.at('{') && level + 1 < declaration_->dimensions.size();
    const std::uint64_t step = nested ? stride(level) : bytes_of(declaration_->variable.type);
    const std::uint64_t count = declaration_->dimensions[level];
    const std::uint64_t end = count == 0 ? ~0ull : begin + count * stride(level);
    for (std::uint64_t offset = begin; !reader_.at('}'); offset += step) {
        if (offset >= end)
            reader_.fail_at(reader_.peek().line, "more initial values than the variable has room for");
        if (nested)
            read_list(level + 1, offset);
        else
            read_value(offset);
        if (!reader_.accept(',')) break;
    }
    reader_.expect('}');
}

void InitializerReader::read_value(std::uint64_t offset) {
    if (reader_.at(TokenKind::name)) return read_address(offset);
    const Word type = declaration_->variable.type;
    Number number = read_constant(reader_);
    if (kind_of(type) == TypeKind::floating && number.kind == TokenKind::integer)
        number = {TokenKind::float64,
                  std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(number.bits)))};
    const auto value = converted(number, type);
    if (!value)
        reader_.fail(fmt::format("a fraction cannot be the value of a variable of type .{}", text_of(type)));
    store(offset, value->bits);
}

void InitializerReader::read_address(std::uint64_t offset) {
    const Word type = declaration_->variable.type;
    Relocation relocation;
    relocation.offset = offset;
    std::string_view name = reader_.expect_name("a name");
    relocation.generic = name == "generic" && reader_.accept('(');
    if (relocation.generic) {
        name = reader_.expect_name("the name of a variable");
        reader_.expect(')');
    }
    relocation.symbol = name;
    relocation.addend = read_offset(reader_);
    if (bytes_of(type) != 8 || kind_of(type) == TypeKind::floating)
        reader_.fail(
            fmt::format("the address of {} does not fit into type .{}", in_quotes(name), text_of(type)));
    symbols_.push_back({name, reader_.line()});
    store(offset, 0);
    declaration_->variable.relocations.push_back(std::move(relocation));
}

void InitializerReader::store(std::uint64_t offset, std::uint64_t bits) {
    std::vector<std::byte>& initial = declaration_->variable.initial;
    if (offset > initial.size()) {
        // A few braces can skip a terabyte, so skipped bytes count against a limit.
        const std::uint64_t gap = offset - initial.size();
        if (gap > gaps_left_) reader_.fail("initial values that are too far apart");
        gaps_left_ -= gap;
    }
    const std::uint32_t bytes = bytes_of(declaration_->variable.type);
    initial.resize(std::max<std::uint64_t>(initial.size(), offset + bytes));
    for (std::uint32_t i = 0; i < bytes; ++i) initial[offset + i] = static_cast<std::byte>(bits >> (8 * i));
}

} // namespace simulator::ptx
