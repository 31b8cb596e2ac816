#include "ptx/number.h"

#include <bit>
#include <charconv>

namespace simulator::ptx {
namespace {

std::optional<std::uint64_t> whole(std::string_view digits, int base) {
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value, base);
    if (error != std::errc() || rest != end) return std::nullopt;
    return value;
}

std::optional<Number> exact_float(std::string_view digits, TokenKind kind, std::size_t length) {
    if (digits.size() != length) return std::nullopt;
    const auto bits = whole(digits, 16);
    if (!bits) return std::nullopt;
    return Number{kind, *bits};
}

std::optional<Number> decimal_float(std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end) return std::nullopt;
    return Number{TokenKind::float64, std::bit_cast<std::uint64_t>(value)};
}

std::optional<Number> integer(std::string_view text, int base, std::size_t prefix) {
    text.remove_prefix(prefix);
    if (text.ends_with('U')) text.remove_suffix(1);
    const auto value = whole(text, base);
    if (!value) return std::nullopt;
    return Number{TokenKind::integer, *value};
}

} // namespace

std::optional<Number> number_of(std::string_view text) {
    if (text.size() > 1 && text[0] == '0') {
        switch (text[1]) {
            case 'x':
            case 'X': return integer(text, 16, 2);
            case 'b':
            case 'B': return integer(text, 2, 2);
            case 'f':
            case 'F': return exact_float(text.substr(2), TokenKind::float32, 8);
            case 'd':
            case 'D': return exact_float(text.substr(2), TokenKind::float64, 16);
            default: break;
        }
    }
    if (text.find_first_of(".eE") != std::string_view::npos) return decimal_float(text);
    const bool octal = text.size() > 1 && text[0] == '0' && text != "0U";
    return integer(text, octal ? 8 : 10, octal ? 1 : 0);
}

Number negated(Number number) {
    switch (number.kind) {
        case TokenKind::float32: number.bits ^= 1ull << 31; break;
        case TokenKind::float64: number.bits ^= 1ull << 63; break;
        default: number.bits = 0 - number.bits; break;
    }
    return number;
}

std::optional<Number> converted(Number number, Word type) {
    using enum TokenKind;
    if (kind_of(type) == TypeKind::floating) {
        // PTX has no half-precision constants.
        if (number.kind == integer || (type != Word::f32 && type != Word::f64)) return std::nullopt;
        if (type == Word::f32 && number.kind == float64) {
            const auto narrow = static_cast<float>(std::bit_cast<double>(number.bits));
            return Number{float32, std::bit_cast<std::uint32_t>(narrow)};
        }
        if (type == Word::f64 && number.kind == float32) {
            const double wide = std::bit_cast<float>(static_cast<std::uint32_t>(number.bits));
            return Number{float64, std::bit_cast<std::uint64_t>(wide)};
        }
        return number;
    }
    if (number.kind == integer) return number;
    const bool same_width = bytes_of(type) == (number.kind == float32 ? 4 : 8);
    if (kind_of(type) != TypeKind::bits || !same_width) return std::nullopt;
    return number;
}

} // namespace simulator::ptx
