#include <catch2/catch_test_macros.hpp>

#include "ptx_text.h"

using namespace simulator::ptx;
using ptx_text::body_error;
using ptx_text::parse_body;
using ptx_text::read_back;

TEST_CASE("scopes have separate registers and variables and labels", "[ptx]") {
    const Module module =
        parse_body("mov.u32 %r1, 1;\n"
                   "{ .reg .b16 %r1, lo; .reg.b64 wide; L: mov.u16 %r1, 2; cvt.u64.u16 wide, lo;\n"
                   "{ L: bra L; } bra L; bra End; }\n"
                   "mov.u32 %r1, 3;\n"
                   "End: ret;\nLast:");
    const Function& function = module.functions.back();
    const auto type = [&](std::size_t n) {
        return function.registers[function.body[n].operands[0].index].type;
    };
    CHECK(type(0) == Word::b32);
    CHECK(type(1) == Word::b16);
    CHECK(type(2) == Word::b64);
    CHECK(function.body[0].operands[0].index == function.body[6].operands[0].index);
    const auto target = [&](std::size_t n) { return function.labels[function.body[n].operands[0].index]; };
    CHECK(target(3) == 3); // bra L, in the inner scope
    CHECK(target(4) == 1); // bra L, in the outer one
    CHECK(target(5) == 7);
    CHECK(function.labels.back() == function.body.size());
}

TEST_CASE("only the used registers of a register range are created", "[ptx]") {
    const Module module =
        parse_body(".reg .b32 many<4000000000>; mov.u32 many3999999999, %r8; mov.u32 many7, %r8;\n"
                   ".reg .b32 %x1<20>; mov.u32 %x19, %x119;");
    const auto& registers = module.functions.back().registers;
    REQUIRE(registers.size() == 5);
    CHECK(registers[0].name == "many3999999999");
    CHECK(registers[4].name == "%x119");
    CHECK(body_error(".reg .b32 q<8>;\nmov.u32 q8, 1;") == "line 2: 'q8' is not declared");
    CHECK(body_error(".reg .b32 q<8>;\nmov.u32 q07, 1;") == "line 2: 'q07' is not declared");
}

TEST_CASE("branches go to labels, also through a list", "[ptx]") {
    const Module module =
        parse_body("T: .branchtargets A, B, A;\nbrx.idx %r1, T;\nA: @%p1 bra B;\n@!%p2 bra.uni A;\nB: ret;");
    const Function& function = module.functions.back();
    REQUIRE(function.label_lists.size() == 1);
    REQUIRE(function.label_lists[0].size() == 3);
    CHECK(function.labels[function.label_lists[0][1]] == 3);
    CHECK(function.label_lists[0][0] == function.label_lists[0][2]);
    CHECK(function.body[1].guard.has_value());
    CHECK_FALSE(function.body[1].guard->negated);
    CHECK(function.body[2].guard->negated);
    CHECK(body_error("bra nowhere;") == "line 1: label 'nowhere' is not declared");
    CHECK(body_error("T: .branchtargets A;\n") == "line 1: label 'A' is not declared");
    CHECK(body_error("{ A: ret; }\nbra A;") == "line 2: label 'A' is not declared");
    CHECK(body_error("A: ret;\nA: ret;") == "line 2: 'A' is declared twice");
    CHECK(body_error("A: brx.idx %r1, A;") == "line 1: 'A' is not a list of labels");
    CHECK(body_error("bra %r1;") == "line 1: label '%r1' is not declared");
    CHECK(body_error("bra 5;") == "line 1: bra: a label is needed");
}

TEST_CASE("calls pass parameter variables of the caller", "[ptx]") {
    CHECK(read_back("{ .param .b64 a; .param .b32 b; .param .b32 r; st.param.b64 [a], %rd1; call.uni (r), "
                    "external, (a, b); }") == "st.param.b64 [a], %rd1;\ncall.uni (r), external, (a, b);\n");
    CHECK(read_back("proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                    "call (param_), %rd1, (param_), proto;") == "call (param_), %rd1, (param_);\n");
    CHECK(read_back("p: .callprototype ()_();\ncall %rd1, p;") == "call %rd1;\n");
    CHECK(read_back("p: .calltargets external;\n.param .b64 a;\ncall (param_), %rd1, (a, param_), p;") ==
          "call (param_), %rd1, (a, param_);\n");
}

TEST_CASE("registers and constants in a call are passed through generated parameter variables", "[ptx]") {
    CHECK(read_back("@%p1 call (%r1), external, (%rd2, 5);") ==
          "@%p1 st.param.b64 [$call_3], %rd2;\n"
          "@%p1 st.param.b32 [$call_4], 5;\n"
          "@%p1 call ($call_5), external, ($call_3, $call_4);\n"
          "@%p1 ld.param.b32 %r1, [$call_5];\n");
    CHECK(read_back("call (_), external, (%rd2, %f1);") == "st.param.b64 [$call_3], %rd2;\n"
                                                           "st.param.b32 [$call_4], %f1;\n"
                                                           "call ($call_5), external, ($call_3, $call_4);\n");
}

TEST_CASE("register parameters of a function are lowered to parameter variables", "[ptx]") {
    const Module module = parse(ptx_text::top + ".func (.reg .b32 r) f(.reg .b64 a, .param .b32 b) {\n"
                                                ".reg .pred p;\ncvt.u32.u64 r, a;\n@p ret;\nret;\n}\n");
    const Function& f = module.functions[0];
    std::string text;
    for (const Instruction& instruction : f.body) text += disassemble(module, f, instruction) + "\n";
    CHECK(text ==
          "ld.param.b64 a, [a];\ncvt.u32.u64 r, a;\n@p st.param.b32 [r], r;\n@p ret;\nst.param.b32 [r], r;\n"
          "ret;\nst.param.b32 [r], r;\n");
    CHECK(f.variable(0).name == "r");
    CHECK(f.variable(1).name == "a");
    CHECK(f.variable(2).name == "b");
}

TEST_CASE("a function calls itself and functions declared before it", "[ptx]") {
    const Module module = parse(
        ptx_text::top + ".func later();\n.func f() { call f; call later; ret; }\n.func later() { ret; }");
    CHECK(module.functions[1].body[0].operands[0].elements[0].index == 1);
    CHECK(module.functions[1].body[1].operands[0].elements[0].index == 0);
}

TEST_CASE("calls with wrong targets or arguments are rejected with the reason", "[ptx]") {
    CHECK(body_error("call nobody;") == "line 1: 'nobody' is not declared");
    CHECK(body_error("call k;") == "line 1: call: 'k' is a kernel");
    CHECK(body_error("call %r1;") ==
          "line 1: call: '%r1' is neither a function nor a register with its address");
    CHECK(body_error("call external;") == "line 1: call: 'external' takes 2 arguments and gives 1 results");
    CHECK(body_error("call (param_), external, (param_, param_);") ==
          "line 1: call: 'param_' has 4 bytes where 8 are taken");
    CHECK(body_error("call (param_), external, (p, param_);") ==
          "line 1: call: 'p' cannot be handed over; a register or a .param variable can");
    CHECK(body_error("call (param_), external, (shared_, param_);") ==
          "line 1: call: 'shared_' cannot be handed over; a register or a .param variable can");
    CHECK(body_error("call (%r1), external, (%r1, %r2);") ==
          "line 1: call: '%r1' is of type .b32, which does not go with .b64");
    CHECK(body_error("call (param_), %rd1, (%r1);") ==
          "line 1: call: a register is handed over, but no prototype says its type");
    CHECK(body_error("call (param_), %rd1, (param_), proto;") == "line 1: prototype 'proto' is not declared");
}

TEST_CASE("invalid statements in a function are rejected with their line", "[ptx]") {
    CHECK(body_error("\n\n)") == "line 3: expected an instruction, found ')'");
    CHECK(body_error("{ { ret; }") == "line 3: expected an instruction, but the text ends");
    CHECK(body_error(".globl .u32 x;") == "line 1: '.globl' is not supported inside a function");
    CHECK(body_error(".shared .b8 x[];") == "line 1: the size of 'x' is missing");
    CHECK(body_error(".reg .v4 .f32 x;") == "line 1: registers that are vectors are not supported");
    CHECK(body_error(".reg .f32x2 x;") == "line 1: type '.f32x2' is not supported");
    CHECK(body_error(".reg .b32 %r<4>;") == "line 1: registers '%r' are declared twice");
    CHECK(body_error("{ .reg .b32 %r<4>; }") == "");
    CHECK(body_error(".reg .b32 x;\n.reg .b64 x;") == "line 2: 'x' is declared twice");
    CHECK(body_error(".reg .b32 y<4>;\n.reg .b64 y2;") == "line 2: 'y2' is declared twice");
    CHECK(body_error(".reg .b32 y<4>;\n.reg .b64 y<2>;") == "line 2: registers 'y' are declared twice");
    CHECK(body_error("@%r1 ret;") == "line 1: ret: '%r1' is of type .b32, which does not go with .pred");
    CHECK(body_error("ret") == "line 2: expected an operand, found '}'");
    CHECK(body_error(".loc 1 2;") == "line 1: expected an integer, found ';'");
    CHECK(body_error(".loc 1 2 3, somewhere 4") ==
          "line 1: expected function_name or inlined_at, found 'somewhere'");
}
