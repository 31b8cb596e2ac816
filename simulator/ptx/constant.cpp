#include "ptx/constant.h"

namespace simulator::ptx {
namespace {

/// `WARP_SZ` alone is a named operand; in a sum it is a number.
bool at_warp_size_in_sum(const Reader& reader) {
    const Token& next = reader.peek(1);
    return reader.at(TokenKind::name) && reader.peek().text == "WARP_SZ" &&
           next.kind == TokenKind::punctuation && (next.symbol == '+' || next.symbol == '-');
}

bool at_warp_size(const Reader& reader) {
    return reader.at(TokenKind::name) && reader.peek().text == "WARP_SZ";
}

Number read_term(Reader& reader) {
    bool negative = false;
    while (reader.at('-') || reader.at('+')) negative ^= reader.take().symbol == '-';
    if (!at_constant(reader) && !at_warp_size(reader)) reader.fail_expected("a number");
    const Token& token = reader.take();
    const Number number =
        token.kind == TokenKind::name ? Number{TokenKind::integer, 32} : Number{token.kind, token.bits};
    return negative ? negated(number) : number;
}

} // namespace

bool at_constant(const Reader& reader) {
    return reader.at(TokenKind::integer) || reader.at(TokenKind::float32) || reader.at(TokenKind::float64) ||
           reader.at('-') || at_warp_size_in_sum(reader);
}

Number read_constant(Reader& reader) {
    const Number first = read_term(reader);
    if (first.kind != TokenKind::integer) return first;
    return {TokenKind::integer, first.bits + static_cast<std::uint64_t>(read_offset(reader))};
}

std::int64_t read_offset(Reader& reader) {
    std::uint64_t sum = 0;
    while (reader.at('+') || reader.at('-')) {
        const Number term = read_term(reader);
        if (term.kind != TokenKind::integer)
            reader.fail("expected an integer, found a floating-point number");
        sum += term.bits;
    }
    return static_cast<std::int64_t>(sum);
}

} // namespace simulator::ptx
