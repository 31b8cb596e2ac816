#include <bit>
#include <cstring>

#include <catch2/catch_test_macros.hpp>

#include "ptx_text.h"

using namespace simulator::ptx;
using ptx_text::error_of;
using ptx_text::top;

namespace {

Module module_of(const std::string& text) { return parse(top + text); }

template <class T> T initial(const Variable& variable, std::size_t n) {
    T value;
    REQUIRE(variable.initial.size() >= (n + 1) * sizeof value);
    std::memcpy(&value, variable.initial.data() + n * sizeof value, sizeof value);
    return value;
}

} // namespace

TEST_CASE("version and target are read", "[ptx]") {
    const Module module = parse(".version 8.7\n.target sm_90a, debug\n.address_size 64\n");
    CHECK(module.version == 87);
    CHECK(module.target == 90);
    CHECK(parse("").functions.empty());
    CHECK(error_of(".address_size 32") == "line 1: only 64-bit addresses are supported");
}

TEST_CASE("variables have space, type, size and alignment", "[ptx]") {
    const Module module = module_of(".visible .global .align 8 .b8 a[40];\n"
                                    ".const .f32 b = 0f3F800000;\n"
                                    ".extern .shared .align 16 .b8 dynamic[];\n"
                                    ".global .v4 .f32 c; .global .u16 d[3][5], e;\n"
                                    ".global .attribute(.managed) .align 4 .u32 f = 7;\n"
                                    ".extern .global .u64 g;");
    const auto& v = module.variables;
    REQUIRE(v.size() == 8);
    CHECK(v[0].space == Space::global);
    CHECK(v[0].bytes == 40);
    CHECK(v[0].alignment == 8);
    CHECK(v[1].space == Space::constant);
    CHECK(initial<float>(v[1], 0) == 1.0f);
    CHECK(v[2].space == Space::shared);
    CHECK(v[2].bytes == 0);
    CHECK(v[2].external);
    CHECK(v[3].bytes == 16);
    CHECK(v[3].alignment == 16);
    CHECK(v[4].bytes == 30);
    CHECK(v[4].alignment == 2);
    CHECK(v[5].bytes == 2);
    CHECK(initial<std::uint32_t>(v[6], 0) == 7);
    CHECK(v[7].external);
}

TEST_CASE("initializers become bytes and relocations", "[ptx]") {
    const Module module =
        module_of(".global .b8 bytes[8] = {1, 255, -1, 0x10};\n"
                  ".global .u64 table[4] = {bytes, generic(bytes)+4, f, generic(bytes) + -1};\n"
                  ".global .f64 fractions[3] = {1.5, 0f40000000, 3};\n"
                  ".global .s16 rows[][2] = {{1, 2}, {3}, {5, 6}};\n"
                  ".global .v2 .u16 pairs[2] = {{1, 2}, {3, 4}};\n"
                  ".global .u32 flat[2][2] = {1, 2, 3, 4};\n"
                  ".global .f32 less = -0f3F800000;\n"
                  ".func f() { ret; }\n");
    const auto& v = module.variables;
    CHECK(v[0].initial.size() == 4);
    CHECK(initial<std::uint8_t>(v[0], 1) == 255);
    CHECK(initial<std::int8_t>(v[0], 2) == -1);
    REQUIRE(v[1].relocations.size() == 4);
    CHECK(v[1].relocations[0].symbol == "bytes");
    CHECK_FALSE(v[1].relocations[0].generic);
    CHECK(v[1].relocations[1].generic);
    CHECK(v[1].relocations[1].offset == 8);
    CHECK(v[1].relocations[1].addend == 4);
    CHECK(v[1].relocations[2].symbol == "f");
    CHECK(v[1].relocations[3].addend == -1);
    CHECK(initial<double>(v[2], 0) == 1.5);
    CHECK(initial<double>(v[2], 1) == 2.0);
    CHECK(initial<double>(v[2], 2) == 3.0);
    CHECK(v[3].bytes == 12);
    CHECK(initial<std::int16_t>(v[3], 2) == 3);
    CHECK(initial<std::int16_t>(v[3], 3) == 0);
    CHECK(initial<std::int16_t>(v[3], 5) == 6);
    CHECK(initial<std::uint16_t>(v[4], 3) == 4);
    CHECK(initial<std::uint32_t>(v[5], 3) == 4);
    CHECK(initial<float>(v[6], 0) == -1.0f);
}

TEST_CASE("repeated declarations and the definition of a name are merged", "[ptx]") {
    const Module module = module_of(".extern .global .u32 v;\n.global .u32 v = 3;\n.extern .global .u32 v;\n"
                                    ".func (.param .b32 r) f(.param .b64 a);\n"
                                    ".func (.param .b32 r) f(.param .b64 b) { ret; }\n"
                                    ".func (.param .b32 r) f(.param .b64 c);\n"
                                    ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n");
    REQUIRE(module.variables.size() == 1);
    CHECK_FALSE(module.variables[0].external);
    REQUIRE(module.functions.size() == 2);
    CHECK_FALSE(module.functions[0].declared_only);
    CHECK(module.functions[0].body.size() == 1);
    CHECK(module.functions[1].declared_only);
    CHECK(module.functions[1].parameters.size() == 2);
}

TEST_CASE("parameters and launch bounds of functions are read", "[ptx]") {
    const Module module =
        module_of(".visible .entry k(.param .u64 .ptr .global .align 16 p, .param .align 8 .b8 s[40])\n"
                  ".maxntid 256, 2\n.minnctapersm 2\n.maxnreg 40\n.pragma \"nounroll\";\n{ ret; }\n"
                  ".entry r() .reqntid 8, 4, 2 { ret; }\n"
                  ".func (.param .align 4 .b8 r[12]) g() .noreturn { ret; }\n.entry none { ret; }\n");
    const Function& k = module.functions[0];
    CHECK(k.entry);
    CHECK(k.ptx_line == 4);
    REQUIRE(k.parameters.size() == 2);
    CHECK(k.parameters[0].bytes == 8);
    CHECK(k.parameters[0].space == Space::param);
    CHECK(k.parameters[1].bytes == 40);
    CHECK(k.parameters[1].alignment == 8);
    CHECK(k.max_threads == 512);
    CHECK(k.min_blocks == 2);
    CHECK(module.functions[1].required_threads[0] == 8);
    CHECK(module.functions[1].required_threads[2] == 2);
    CHECK(module.functions[1].max_threads == 0);
    CHECK_FALSE(module.functions[2].entry);
    CHECK(module.functions[2].results[0].bytes == 12);
    CHECK(module.functions[3].parameters.empty());
}

TEST_CASE("an alias resolves to the function that it names", "[ptx]") {
    const Module module = module_of(".func real() { ret; }\n.func other();\n.alias other, real;\n"
                                    ".global .u64 table[1] = {other};\n.entry k() { call other; ret; }\n");
    CHECK(module.functions.back().body[0].operands[0].elements[0].index == 0);
    CHECK(module.variables[0].relocations[0].symbol == "real");
    CHECK(error_of(".func a();\n.func b();\n.alias a, b;") == "line 3: 'b' is not a function with a body");
    CHECK(error_of(".func b() { ret; }\n.alias a, b;") == "line 2: alias 'a' is not a declared function");
    CHECK(error_of(".func b() { ret; }\n.func a(.param .b32 x);\n.alias a, b;") ==
          "line 3: alias 'a' is declared differently");
}

TEST_CASE("debug sections are skipped and file directives found anywhere in the text", "[ptx]") {
    const Module module = module_of(
        ".section .debug_str\n{\n$L:\n.b8 1,2,3\n.b64 $L+4\n{ }\n}\n"
        ".entry k() {\n.loc 1 5 3\nret; }\n.file 1 \"/a/\\\"b\\\".cu\"\n.file 2 \"c.cu\", 12, 13\n");
    CHECK(module.files == std::vector<std::string>{"", "/a/\"b\".cu", "c.cu"});
    const SourceLine line = module.functions[0].body[0].source;
    CHECK(module.file_name(line) == "/a/\"b\".cu");
    CHECK(line.line == 5);
    CHECK(module.file_name({7, 1}).empty());
    CHECK(module.file_name({1, 0}).empty());
}

TEST_CASE("an error outside of functions is reported with its line", "[ptx]") {
    CHECK(error_of("\nret;") == "line 2: expected a directive, found 'ret'");
    CHECK(error_of(".tensor x;") == "line 1: '.tensor' is not supported");
    CHECK(error_of(".global .texref t;") == "line 1: type '.texref' is not supported");
    CHECK(error_of(".global .pred p;") == "line 1: a predicate cannot be in memory");
    CHECK(error_of(".global .u32 a;\n.global .u32 a;") == "line 2: 'a' is declared twice");
    CHECK(error_of(".func f();\n.global .u32 f;") == "line 2: 'f' is declared twice");
    CHECK(error_of(".global .u32 f;\n.func f();") == "line 2: 'f' is declared twice");
    CHECK(error_of(".func f() { ret; }\n.func f() { ret; }") == "line 2: 'f' is defined twice");
    CHECK(error_of(".func f();\n.entry f() { ret; }") == "line 2: 'f' was declared differently before");
    CHECK(error_of(".func f(.param .b32 a);\n.func f(.param .b64 a) { ret; }") ==
          "line 2: 'f' was declared differently before");
    CHECK(error_of(".extern .func f() { ret; }") == "line 1: 'f' is .extern, but has a body");
    CHECK(error_of(".global .u32 a[];") == "line 1: the size of 'a' is missing");
    CHECK(error_of(".global .u32 a[2][];") == "line 1: expected an integer, found ']'");
    CHECK(error_of(".global .align 3 .u32 a;") == "line 1: alignment 3 is not a power of two");
    CHECK(error_of(".global .u32 a[2] = {1, 2,\n3};") ==
          "line 2: more initial values than the variable has room for");
    CHECK(error_of(".global .u32 a = 1.5;") ==
          "line 1: a fraction cannot be the value of a variable of type .u32");
    CHECK(error_of(".global .u64 a = b;") == "line 1: 'b' is not declared");
    CHECK(error_of(".global .u32 a = 1;\n.global .u32 b = a;") ==
          "line 2: the address of 'a' does not fit into type .u32");
    CHECK(error_of(".shared .u32 a = 1;") == "line 1: shared memory has no initial values");
    CHECK(error_of(".entry k(.param .b32 %p<4>) { ret; }") == "line 1: expected ')', found '<'");
    CHECK(error_of(".entry k(.param .b8 p[]) { ret; }") ==
          "line 1: a parameter whose size is not known is not supported");
    CHECK(error_of(".entry k() .explicitcluster { ret; }") == "line 1: '.explicitcluster' is not supported");
    CHECK(error_of(".entry k() .maxntid 1, 2, 3, 4 { ret; }") == "line 1: more than three dimensions");
    CHECK(error_of(".entry k()") == "line 1: expected '{', but the text ends");
    CHECK(error_of(".section .x { { }") == "line 1: expected '}', but the text ends");
}
