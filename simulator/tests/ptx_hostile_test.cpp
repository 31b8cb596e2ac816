#include <catch2/catch_test_macros.hpp>

#include "ptx_every_row.h"
#include "ptx_text.h"

using namespace simulator::ptx;
using ptx_text::body_error;
using ptx_text::error_of;

namespace {

std::string repeated(std::string_view text, std::size_t times) {
    std::string result;
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
}

} // namespace

TEST_CASE("a huge variable uses no memory and one above 1 TiB is rejected", "[ptx]") {
    const Module module = parse(".global .b8 a[1099511627776];\n.global .b8 b[1048576][1048576] = {1};");
    CHECK(module.variables[0].bytes == 1ull << 40);
    CHECK(module.variables[1].initial.size() == 1);
    CHECK(error_of(".global .b8 a[1099511627777];") ==
          "line 1: 1099511627777 is too large, at most 1099511627776 is possible here");
    CHECK(error_of(".global .b16 a[1099511627776];") == "line 1: a variable of more than 1 TiB");
    CHECK(error_of(".global .b8 a" + repeated("[1099511627776]", 4) + ";") ==
          "line 1: a variable of more than 1 TiB");
    CHECK(error_of(".global .b8 a" + repeated("[1]", 40) + ";") ==
          "line 1: an array of more than 16 dimensions");
    CHECK(error_of(".global .b8 a[2][0];") == "line 1: an array whose elements take no space");
    CHECK(error_of(".global .b8 a[][1073741824] = {{1}, {2}};") ==
          "line 1: initial values that are too far apart");
    std::string sparse;
    for (int i = 0; i < 100; ++i)
        sparse += ".global .b8 a" + std::to_string(i) + "[2][1048576] = {{1}, {2}};\n";
    CHECK(error_of(sparse) == "line 65: initial values that are too far apart");
    CHECK(error_of(".global .align 131072 .b8 a;").starts_with("line 1: 131072 is too large"));
    CHECK(error_of(".file 4294967295 \"a\"").starts_with("line 1: 4294967295 is too large"));
    CHECK(
        error_of(".entry k() .maxntid 99999999999 { ret; }").starts_with("line 1: 99999999999 is too large"));
}

TEST_CASE("deeply nested text does not overflow the parser's stack", "[ptx]") {
    const std::size_t deep = 1'000'000;
    CHECK(body_error(repeated("{", deep)) == "line 1: more than 256 scopes in each other");
    CHECK(error_of(".global .b8 a[2] = " + repeated("{", deep)) == "line 1: expected a number, found '{'");
    CHECK(error_of(".section x " + repeated("{", deep)) == "line 1: expected '}', but the text ends");
    CHECK(error_of(".global .attribute" + repeated("(", deep)) == "line 1: expected ')', but the text ends");
    CHECK(body_error("mov.b64 " + repeated("{", deep)) == "line 1: expected an operand, found '{'");
    CHECK(body_error("mov.u32 %r1, " + repeated("-", deep) + "1;") == "");
    CHECK(body_error("mov.u32 %r1, 1" + repeated("+1", deep) + ";") == "");
    CHECK(body_error("add" + repeated(".rn", deep) + ";") ==
          "line 1: 'add.rn.rn' has more suffixes than any instruction");
    CHECK(body_error("mov.b64 {" + repeated("%r1,", deep) + "%r1}, 1;") ==
          "line 1: a vector with too many elements");
    CHECK(error_of(std::string(deep, '/')) == "");
    CHECK(error_of("ret" + std::string(deep, 'x')).size() < 300);
}

TEST_CASE("sums at the edge of 64 bits wrap around", "[ptx]") {
    CHECK(ptx_text::read_back("mov.u64 %rd1, 18446744073709551615 + 2;") == "mov.u64 %rd1, 1;\n");
    CHECK(ptx_text::read_back("ld.global.u32 %r1, [%rd1+9223372036854775807+1];") ==
          "ld.global.u32 %r1, [%rd1+-9223372036854775808];\n");
}

TEST_CASE("every prefix of a PTX text is parsed or rejected without a crash", "[ptx]") {
    std::string body;
    for (const FormRow& row : forms()) body += samples_of(row.form)[0].text + "\n";
    const std::string text = module_around_samples(body);
    REQUIRE(error_of(text) == "");
    std::size_t refused = 0;
    for (std::size_t length = 0; length < text.size(); length += 7) {
        const std::string error = error_of(text.substr(0, length));
        refused += !error.empty();
    }
    CHECK(refused > text.size() / 7 * 9 / 10);
}
