#include <catch2/catch_test_macros.hpp>

#include "ptx_text.h"

using namespace simulator::ptx;
using ptx_text::body_error;
using ptx_text::read_back;

TEST_CASE("operands are read in all their spellings", "[ptx]") {
    CHECK(read_back("mov.u32 %r1, -5 + 3 - 1;") == "mov.u32 %r1, -3;\n");
    CHECK(read_back("mov.u32 %r1, 0xFFFFFFFFU;") == "mov.u32 %r1, 4294967295;\n");
    CHECK(read_back("mov.s64 %rd1, -9223372036854775808;") == "mov.s64 %rd1, -9223372036854775808;\n");
    CHECK(read_back("add.u32 %r1, %r2, WARP_SZ;") == "add.u32 %r1, %r2, 32;\n");
    CHECK(read_back("mov.u32 %r1, WARP_SZ;") == "mov.u32 %r1, WARP_SZ;\n");
    CHECK(read_back("mov.u32 %r1, 1+WARP_SZ;") == "mov.u32 %r1, 33;\n");
    CHECK(read_back("mov.u32 %r1, WARP_SZ+1;") == "mov.u32 %r1, 33;\n");
    CHECK(read_back("mov.f32 %f1, 1.5;") == "mov.f32 %f1, 0f3FC00000;\n");
    CHECK(read_back("add.f64 %fd1, %fd2, 0f3FC00000;") == "add.f64 %fd1, %fd2, 0d3FF8000000000000;\n");
    CHECK(read_back("mov.b32 %r1, 0f3FC00000;") == "mov.b32 %r1, 0f3FC00000;\n");
    CHECK(read_back("mov.u64 %rd1, global_+8;") == "mov.u64 %rd1, global_+8;\n");
    CHECK(read_back("mov.u32 %r1, shared_;") == "mov.u32 %r1, shared_;\n");
    CHECK(read_back("mov.u64 %rd1, external;") == "mov.u64 %rd1, external;\n");
    CHECK(read_back("mov.u64 %rd1, p;") == "mov.u64 %rd1, p;\n");
    CHECK(read_back("mov.u32 %r1, %tid.x;") == "mov.u32 %r1, %tid.x;\n");
    CHECK(read_back("mov.u64 %rd1, %clock64;") == "mov.u64 %rd1, %clock64;\n");
    CHECK(read_back("cvt.u64.u32 %rd1, %ctaid.z;") == "cvt.u64.u32 %rd1, %ctaid.z;\n");
    CHECK(read_back("mov.pred %p1, -1;") == "mov.pred %p1, -1;\n");
    CHECK(read_back("and.pred %p1, !%p2, %p3;") == "and.pred %p1, !%p2, %p3;\n");
    CHECK(read_back("bar.sync 0;") == "bar.sync 0;\n");
    CHECK(read_back("bar.red.popc.u32 %r1, 0, !%p1;") == "bar.red.popc.u32 %r1, 0, !%p1;\n");
    CHECK(read_back("bar.red.popc.u32 %r1, 0, 64, %p1;") == "bar.red.popc.u32 %r1, 0, 64, %p1;\n");
    CHECK(read_back("setp.eq.and.s32 %p1|%p2, %r1, 1, !%p3;") == "setp.eq.and.s32 %p1|%p2, %r1, 1, !%p3;\n");
    CHECK(read_back("shfl.sync.idx.b32 %r1|%p1, %f1, 0, 31, -1;") ==
          "shfl.sync.idx.b32 %r1|%p1, %f1, 0, 31, -1;\n");
    CHECK(read_back("atom.global.add.u32 _, [%rd1], 1;") == "atom.global.add.u32 _, [%rd1], 1;\n");
}

TEST_CASE("addresses are a base and an offset", "[ptx]") {
    CHECK(read_back("ld.global.u32 %r1, [%rd1];") == "ld.global.u32 %r1, [%rd1];\n");
    CHECK(read_back("ld.global.u32 %r1, [%rd1+4+-8];") == "ld.global.u32 %r1, [%rd1+-4];\n");
    CHECK(read_back("ld.global.u32 %r1, [global_+4];") == "ld.global.u32 %r1, [global_+4];\n");
    CHECK(read_back("ld.u32 %r1, [global_];") == "ld.u32 %r1, [global_];\n");
    CHECK(read_back("ld.shared.u32 %r1, [%r2];") == "ld.shared.u32 %r1, [%r2];\n");
    CHECK(read_back("st.local.u32 [16], %r2;") == "st.local.u32 [16], %r2;\n");
    CHECK(read_back("ld.param.u64 %rd1, [p+0];") == "ld.param.u64 %rd1, [p];\n");
    CHECK(read_back("cp.async.ca.shared.global [shared_+4], [global_], 4;") ==
          "cp.async.ca.shared.global [shared_+4], [global_], 4;\n");
    CHECK(body_error("ld.shared.u32 %r1, [global_];") == "line 1: ld: 'global_' is in another state space");
    CHECK(body_error("ld.u32 %r1, [shared_];") == "line 1: ld: 'shared_' is in another state space");
    CHECK(body_error("cp.async.ca.shared.global [global_], [shared_], 4;") ==
          "line 1: cp: 'global_' is in another state space");
    CHECK(body_error("cvta.global.u64 %rd1, shared_;") ==
          "line 1: cvta: 'shared_' is in another state space");
    CHECK(body_error("ld.global.u32 %r1, %rd1;") == "line 1: ld: an address in brackets is needed");
    CHECK(body_error("ld.global.u32 %r1, [%h1];") == "line 1: ld: '%h1' of type .b16 cannot hold an address");
    CHECK(body_error("ld.global.u32 %r1, [%fd1];") ==
          "line 1: ld: '%fd1' of type .f64 cannot hold an address");
    CHECK(body_error("ld.global.u32 %r1, [external];") == "line 1: ld: 'external' is not an address");
    CHECK(body_error("ld.global.u32 %r1, [%tid.x];") == "line 1: ld: '%tid.x' is not an address");
    CHECK(body_error("ld.global.u32 %r1, [%rd1+%r1];") == "line 1: expected a number, found '%r1'");
    CHECK(body_error("ld.global.u32 %r1, [%rd1+1.5];") ==
          "line 1: expected an integer, found a floating-point number");
}

TEST_CASE("vectors are as long as their instruction says", "[ptx]") {
    CHECK(read_back("ld.global.v4.f32 {%f1, _, %f2, %r1}, [%rd1];") ==
          "ld.global.v4.f32 {%f1, _, %f2, %r1}, [%rd1];\n");
    CHECK(read_back("st.global.v2.u8 [%rd1], {%r1, 5};") == "st.global.v2.u8 [%rd1], {%r1, 5};\n");
    CHECK(read_back("mov.b64 {%h1, %h2, %h3, %h4}, %fd1;") == "mov.b64 {%h1, %h2, %h3, %h4}, %fd1;\n");
    CHECK(read_back("mov.b32 %f1, {%h1, 5};") == "mov.b32 %f1, {%h1, 5};\n");
    CHECK(read_back("mov.b32 %r1, {%b1, %b2, %b3, %b4};") == "mov.b32 %r1, {%b1, %b2, %b3, %b4};\n");
    CHECK(body_error("ld.global.v2.u32 {%r1, %r2, %r3}, [%rd1];") ==
          "line 1: ld: a vector of 2 registers is needed");
    CHECK(body_error("ld.global.v2.u32 %r1, [%rd1];") == "line 1: ld: a vector of 2 registers is needed");
    CHECK(body_error("ld.global.u32 {%r1, %r2}, [%rd1];") == "line 1: ld: a vector, but neither .v2 nor .v4");
    CHECK(body_error("ld.global.v4.u64 {%rd1, %rd2, %rd3, %rd4}, [%rd1];") ==
          "line 1: ld: vectors of more than 16 bytes are not supported");
    CHECK(body_error("mov.b64 {%r1, %h1}, %rd1;") ==
          "line 1: mov: '%h1' is of type .b16, which does not go with .b32");
    CHECK(body_error("mov.b64 {%r1, %r2, %r3}, %rd1;") == "line 1: mov: 3 values cannot be packed into .b64");
    CHECK(body_error("mov.b16 %h1, {%h1, %h1, %h1, %h1};") ==
          "line 1: mov: 4 values cannot be packed into .b16");
    CHECK(body_error("mov.u64 %rd1, {%r1, %r2};") == "line 1: mov: 2 values cannot be packed into .u64");
    CHECK(body_error("st.global.v2.u64 [%rd1], {global_, %rd1};") ==
          "line 1: st: 'global_' is an address, which only mov and cvta take as a value");
    CHECK(body_error("mov.b64 %rd1, {%tid.x, %r1};") ==
          "line 1: mov: only registers and constants can be in a vector");
    CHECK(body_error("add.u32 %r1, {%r1, %r2}, 1;") == "line 1: add: a vector where one value is needed");
}

TEST_CASE("registers have to go with the instruction's type", "[ptx]") {
    CHECK(read_back("add.s32 %r1, %u1, %s1;") == "add.s32 %r1, %u1, %s1;\n");
    CHECK(read_back("add.f32 %r1, %f1, %r2;") == "add.f32 %r1, %f1, %r2;\n");
    CHECK(read_back("ld.global.u8 %r1, [%rd1];") == "ld.global.u8 %r1, [%rd1];\n");
    CHECK(read_back("cvt.u8.u32 %rd1, %rd2;") == "cvt.u8.u32 %rd1, %rd2;\n");
    CHECK(read_back("mad.wide.u16 %r1, %h1, 3, %r2;") == "mad.wide.u16 %r1, %h1, 3, %r2;\n");
    CHECK(read_back("shl.b64 %rd1, %rd2, %r1;") == "shl.b64 %rd1, %rd2, %r1;\n");
    CHECK(body_error("add.s32 %f1, %r1, %r2;") ==
          "line 1: add: '%f1' is of type .f32, which does not go with .s32");
    CHECK(body_error("add.s32 %r1, %h1, %r2;") ==
          "line 1: add: '%h1' is of type .b16, which does not go with .s32");
    CHECK(body_error("add.s32 %r1, %rd1, %r2;") ==
          "line 1: add: '%rd1' is of type .b64, which does not go with .s32");
    CHECK(body_error("shl.b64 %rd1, %rd2, %rd3;") ==
          "line 1: shl: '%rd3' is of type .b64, which does not go with .b32");
    CHECK(body_error("ld.global.f32 %fd1, [%rd1];") ==
          "line 1: ld: '%fd1' is of type .f64, which does not go with .f32");
    CHECK(body_error("ld.global.u64 %r1, [%rd1];") ==
          "line 1: ld: '%r1' is of type .b32, which does not go with .u64");
    CHECK(body_error("add.s32 %r1, %p1, 1;") ==
          "line 1: add: '%p1' is of type .pred, which does not go with .s32");
    CHECK(body_error("selp.b32 %r1, %r2, %r3, %r4;") ==
          "line 1: selp: '%r4' is of type .b32, which does not go with .pred");
    CHECK(body_error("selp.b32 %r1, %r2, %r3, 1;") == "line 1: selp: a predicate register is needed");
}

TEST_CASE("values that an operand cannot have are refused", "[ptx]") {
    CHECK(body_error("add.f32 %f1, %f2, 1;") == "line 1: add: a constant that is not of type .f32");
    CHECK(body_error("add.s32 %r1, %r2, 1.5;") == "line 1: add: a constant that is not of type .s32");
    CHECK(body_error("add.s32 5, %r2, 1;") == "line 1: add: a register is needed for the result");
    CHECK(body_error("add.s32 global_, %r2, 1;") ==
          "line 1: add: 'global_' cannot be written, as it is not a register");
    CHECK(body_error("add.s32 %tid.x, %r2, 1;") ==
          "line 1: add: '%tid.x' cannot be written, as it is not a register");
    CHECK(body_error("add.s32 %r1, _, 1;") == "line 1: add: '_' has no value");
    CHECK(body_error("add.s32 %r1, !%r2, 1;") == "line 1: add: '!' is allowed only before predicates");
    CHECK(body_error("add.s32 %r1, !5, 1;") == "line 1: '!' is allowed only before predicates");
    CHECK(body_error("add.s32 %r1, %r2+4, 1;") ==
          "line 1: add: a register with an offset where one value is needed");
    CHECK(body_error("add.s32 %r1, %tid.x, 1;") == "line 1: add: %tid.x can only be read by mov and cvt");
    CHECK(body_error("mov.u64 %rd1, %tid.x;") == "line 1: mov: %tid.x is not of type .u64");
    CHECK(body_error("mov.u32 %r1, %clock64;") == "line 1: mov: %clock64 is not of type .u32");
    CHECK(body_error("mov.u32 %r1, %pm0;") == "line 1: '%pm0' is not declared");
    CHECK(body_error("mov.u32 %r1, %tid .x;") == "line 1: a blank inside the name of a register");
    CHECK(body_error("mov.f32 %f1, shared_;") == "line 1: mov: the address of 'shared_' is not of type .f32");
    CHECK(body_error("mov.u32 %r1, external;") ==
          "line 1: mov: the address of 'external' is not of type .u32");
    CHECK(body_error("mov.u64 %rd1, external+8;") ==
          "line 1: mov: a function's address is taken by mov, without an offset");
    CHECK(body_error("add.s32 %r1, %r2;") == "line 1: add: 2 operands where 3 are needed");
    CHECK(body_error("bar.sync;") == "line 1: bar: 0 operands where 1 to 2 are needed");
    CHECK(body_error("add.s32 %r1, %r2, %r3, %r4, %r1, %r1, %r1, %r1, %r1;") ==
          "line 1: more operands than any instruction has");
    CHECK(body_error("add.s32 %r1|%p1, %r2, %r3;") == "line 1: add: two registers where one is needed");
    CHECK(body_error("add.s32 %r1, [%rd1], %r3;") ==
          "line 1: add: an address in brackets where a value is needed");
    CHECK(body_error("add.s32 %undeclared, 1, 2;") == "line 1: '%undeclared' is not declared");
}
