#include "ptx/lexer.h"

#include <bit>

#include <catch2/catch_test_macros.hpp>

#include "ptx/number.h"
#include "ptx/parser.h"

using namespace simulator::ptx;

namespace {

std::string kinds(std::string_view text) {
    std::string result;
    for (const Token& token : tokenize(text)) result += "nwifdsp."[static_cast<int>(token.kind)];
    return result;
}

std::string lexer_error(std::string_view text) {
    try {
        tokenize(text);
    } catch (const PtxError& error) {
        return std::to_string(error.line) + ": " + error.what();
    }
    return "";
}

} // namespace

TEST_CASE("a PTX text is split into tokens by kind", "[ptx]") {
    CHECK(kinds("") == ".");
    CHECK(kinds("  \t\r\n ") == ".");
    CHECK(kinds("@!%p1 ld.global.f32 %f1, [%rd1+-8];") == "ppnnwwnppnppipp.");
    CHECK(kinds("a:b::c") == "npnppn.");
    CHECK(kinds(".reg.b16 x;") == "wwnp.");
    CHECK(kinds("0f3F800000 0d3FF0000000000000 1.5 2e-3 17") == "fdddi.");
    CHECK(kinds(".file 1 \"a \\\" b.cu\"") == "wis.");

    const auto tokens = tokenize("%tid.x $L_2 .L2::128B\n_ \"q\"");
    CHECK(tokens[0].text == "%tid");
    CHECK(tokens[1].text == "x");
    CHECK(tokens[2].text == "$L_2");
    CHECK(tokens[3].text == "L2::128B");
    CHECK(tokens[4].text == "_");
    CHECK(tokens[4].line == 2);
    CHECK(tokens[5].text == "q");
}

TEST_CASE("comments and blanks are skipped and their lines counted", "[ptx]") {
    const auto tokens = tokenize("// one\n/* two\nthree */ four\n/**/five");
    REQUIRE(tokens.size() == 3);
    CHECK(tokens[0].text == "four");
    CHECK(tokens[0].line == 3);
    CHECK(tokens[1].line == 4);
}

TEST_CASE("the zeros after an embedded text are not part of it", "[ptx]") {
    CHECK(kinds(std::string_view("ret;\0\0\0", 7)) == "np.");
    CHECK(lexer_error(std::string_view("ret\0;", 5)) == "1: unexpected character with code 0");
}

TEST_CASE("an invalid token is rejected with its line", "[ptx]") {
    CHECK(lexer_error("\n\n  #") == "3: unexpected character '#'");
    CHECK(lexer_error("\xff") == "1: unexpected character with code 255");
    CHECK(lexer_error("% r1") == "1: unexpected character '%'");
    CHECK(lexer_error("ld . global") == "1: expected a word after '.'");
    CHECK(lexer_error("\n/* no end *") == "2: a comment has no end");
    CHECK(lexer_error("\n\"no\nend") == "2: a string has no end");
    CHECK(lexer_error("\"\\") == "1: a string has no end");
    CHECK(lexer_error("12ab") == "1: '12ab' is not a number that PTX knows, or is too large");
    CHECK(lexer_error("18446744073709551616") ==
          "1: '18446744073709551616' is not a number that PTX knows, or is too large");
    CHECK(lexer_error("0f3F80").starts_with("1: '0f3F80' is not a number"));
    CHECK(lexer_error("1e999").starts_with("1: '1e999' is not a number"));
    CHECK(lexer_error("1" + std::string(500, '0')).size() < 250);
}

TEST_CASE("integer and floating-point literals have their written values", "[ptx]") {
    CHECK(number_of("17")->bits == 17);
    CHECK(number_of("0")->bits == 0);
    CHECK(number_of("0U")->bits == 0);
    CHECK(number_of("017")->bits == 15);
    CHECK(number_of("017U")->bits == 15);
    CHECK(number_of("0x1fU")->bits == 31);
    CHECK(number_of("0b101")->bits == 5);
    CHECK(number_of("18446744073709551615")->bits == ~0ull);
    CHECK(number_of("0f3F800000")->bits == 0x3f800000);
    CHECK(number_of("0F3f800000")->kind == TokenKind::float32);
    CHECK(number_of("0dBFF0000000000000")->bits == std::bit_cast<std::uint64_t>(-1.0));
    CHECK(number_of("1.5e3")->bits == std::bit_cast<std::uint64_t>(1500.0));
    for (const char* wrong : {"", "0x", "0b", "08", "0b2", "0f", "0d3FF0", "1e", "1.5U", "0x1g", "5UU"}) {
        INFO(wrong);
        CHECK_FALSE(number_of(wrong));
    }
}

TEST_CASE("literals convert only to the types that PTX allows", "[ptx]") {
    const Number one_and_a_half = *number_of("1.5");
    CHECK(converted(one_and_a_half, Word::f32)->bits == std::bit_cast<std::uint32_t>(1.5f));
    CHECK(converted(*number_of("0f3FC00000"), Word::f64)->bits == one_and_a_half.bits);
    CHECK(converted(*number_of("0f3FC00000"), Word::b32)->kind == TokenKind::float32);
    CHECK_FALSE(converted(*number_of("0f3FC00000"), Word::u32));
    CHECK_FALSE(converted(*number_of("0f3FC00000"), Word::b64));
    CHECK_FALSE(converted(one_and_a_half, Word::b32));
    CHECK_FALSE(converted(*number_of("1"), Word::f32));
    CHECK(converted(*number_of("1"), Word::pred)->bits == 1);
    CHECK(negated(*number_of("1")).bits == ~0ull);
    CHECK(negated(*number_of("0f00000000")).bits == 0x80000000);
    CHECK(negated(one_and_a_half).bits == std::bit_cast<std::uint64_t>(-1.5));
}
