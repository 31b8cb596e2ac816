#include <catch2/catch_test_macros.hpp>

#include "ptx_text.h"

using ptx_text::body_error;
using ptx_text::read_back;

TEST_CASE("suffixes of an instruction may come in any order except types", "[ptx]") {
    CHECK(read_back("vote.ballot.sync.b32 %r1, %p1, -1;") == "vote.sync.ballot.b32 %r1, %p1, -1;\n");
    CHECK(read_back("ld.u32.v2.global {%r1, %r2}, [%rd1];") == "ld.global.v2.u32 {%r1, %r2}, [%rd1];\n");
    CHECK(read_back("cvt.f32.rn.s32 %f1, %r1;") == "cvt.rn.f32.s32 %f1, %r1;\n");
    CHECK(read_back("set.eq.u32.s32 %r1, %r2, %r3;") == "set.eq.u32.s32 %r1, %r2, %r3;\n");
    CHECK(read_back("atom.add.release.gpu.u32 %r1, [%rd1], 1;") ==
          "atom.release.gpu.add.u32 %r1, [%rd1], 1;\n");
    CHECK(body_error("set.eq.f64.f32 %f1, %fd1, %fd1;")
              .starts_with("line 1: 'set.eq.f64.f32' is not supported"));
}

TEST_CASE("an unsupported instruction is rejected by name with the nearest form", "[ptx]") {
    CHECK(body_error("\nwmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1}, [%rd1], %r2;") ==
          "line 2: 'wmma.load' is not supported");
    CHECK(body_error("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f2};") ==
          "line 1: 'mma.sync' is not supported");
    CHECK(body_error("frobnicate;") == "line 1: 'frobnicate' is not supported");
    CHECK(body_error("add.f32x2 %r1, %r2, %r3;") ==
          "line 1: 'add.f32x2' is not supported: .f32x2 is not known here");
    CHECK(body_error("add.ftz.s32 %r1, %r2, %r3;") ==
          "line 1: 'add.ftz.s32' is not supported: .ftz does not fit; the nearest form is "
          "add{.u16|.s16|.u32|.s32|.u64|.s64}");
    CHECK(body_error("fma.f32 %f1, %f2, %f3, %f4;") ==
          "line 1: 'fma.f32' is not supported: .rn or .rz or .rm or .rp is missing; the nearest form is "
          "fma{.rn|.rz|.rm|.rp}[.ftz][.sat].f32");
    CHECK(body_error("mul.wide.u64 %rd1, %rd2, %rd3;") ==
          "line 1: 'mul.wide.u64' is not supported: .u64 does not fit, .u16 or .s16 or .u32 or .s32 is "
          "missing; "
          "the nearest form is mul.wide{.u16|.s16|.u32|.s32}");
    CHECK(body_error("ret.uni.uni;") ==
          "line 1: 'ret.uni.uni' is not supported: .uni does not fit; the nearest form is ret[.uni]");
    CHECK(body_error("add.rn.rn.rn.rn.rn.rn.rn.rn.rn.rn.rn.rn.rn.rn.rn.rn.rn;") ==
          "line 1: 'add.rn.rn' has more suffixes than any instruction");
}

TEST_CASE("suffixes that exclude or need each other are checked", "[ptx]") {
    CHECK(body_error("cvt.s32.f32 %r1, %f1;") == "line 1: cvt: one of .rni .rzi .rmi .rpi is missing");
    CHECK(body_error("cvt.rn.s32.f32 %r1, %f1;") == "line 1: cvt: one of .rni .rzi .rmi .rpi is missing");
    CHECK(body_error("cvt.f32.s32 %f1, %r1;") == "line 1: cvt: one of .rn .rz .rm .rp is missing");
    CHECK(body_error("cvt.f32.f64 %f1, %fd1;") == "line 1: cvt: one of .rn .rz .rm .rp is missing");
    CHECK(body_error("cvt.rn.f64.f32 %fd1, %f1;") == "line 1: cvt: this rounding has nothing to round here");
    CHECK(body_error("cvt.rn.f32.f32 %f1, %f2;") == "line 1: cvt: this rounding has nothing to round here");
    CHECK(body_error("cvt.rzi.u32.u16 %r1, %h2;") == "line 1: cvt: this rounding has nothing to round here");
    CHECK(body_error("cvt.ftz.rn.f64.s32 %fd1, %r1;") == "line 1: cvt: .ftz is for .f32 alone");
    CHECK(body_error("cvt.rni.ftz.f32.f32 %f1, %f2;") == "");
    CHECK(body_error("cvt.f64.f32 %fd1, %f1;") == "");
    CHECK(body_error("setp.lt.ftz.f64 %p1, %fd1, %fd2;") ==
          "line 1: 'setp.lt.ftz.f64' is not supported: .ftz does not fit; the nearest form is " +
              simulator::ptx::spelling_of(simulator::ptx::Form::setp_f64));
    CHECK(body_error("setp.lt.b32 %p1, %r1, %r2;").starts_with("line 1: setp: bits are only equal or not"));
    CHECK(body_error("setp.lo.s32 %p1, %r1, %r2;") ==
          "line 1: setp: .lo, .ls, .hi and .hs are for unsigned types");
    CHECK(body_error("setp.eq.and.s32 %p1, %r1, %r2;") ==
          "line 1: setp: the predicate to combine with is missing");
    CHECK(body_error("setp.eq.s32 %p1, %r1, %r2, %p2;") ==
          "line 1: setp: a predicate, but no .and, .or or .xor");
    CHECK(body_error("ld.relaxed.global.u32 %r1, [%rd1];") == "line 1: ld: a scope is missing");
    CHECK(body_error("ld.gpu.global.u32 %r1, [%rd1];") ==
          "line 1: ld: a scope without .relaxed, .acquire or .release");
    CHECK(body_error("st.weak.gpu.global.u32 [%rd1], %r1;") ==
          "line 1: st: .weak and .volatile have no scope");
    CHECK(body_error("ld.volatile.global.nc.u32 %r1, [%rd1];") ==
          "line 1: ld: an access in order does not choose how it is cached");
    CHECK(body_error("slct.ftz.f32.s32 %f1, %f2, %f3, %r1;") == "line 1: slct: .ftz is for .f32 alone");
    CHECK(body_error("min.abs.f32 %f1, %f2, %f3;") == "line 1: min: .xorsign and .abs go together");
    CHECK(body_error("lop3.b32 %r1, %r2, %r3, %r4, %r5;") ==
          "line 1: lop3: operand 5 must be a constant from 0 to 255");
    CHECK(body_error("lop3.b32 %r1, %r2, %r3, %r4, 256;") ==
          "line 1: lop3: operand 5 must be a constant from 0 to 255");
    CHECK(body_error("cp.async.cg.shared.global [%r1], [%rd1], 8;") == "line 1: cp: .cg copies 16 bytes");
    CHECK(body_error("cp.async.ca.shared.global [%r1], [%rd1], 3;") ==
          "line 1: cp: .ca copies 4, 8 or 16 bytes");
    CHECK(body_error("cp.async.ca.shared.global [%r1], [%rd1], %r2;") ==
          "line 1: cp: the number of bytes must be a constant");
    CHECK(body_error("cp.async.ca.shared.global [%r1], [%rd1], 4, 8;") ==
          "line 1: cp: more bytes are read than are copied");
    CHECK(body_error("bar.sync 16;") == "line 1: bar: there are barriers 0 to 15");
    CHECK(body_error("bar.sync 1, 40;") ==
          "line 1: bar: threads wait in whole warps: their number is a multiple of 32");
    CHECK(body_error("bar.sync %r1, %r2;") == "");
}

TEST_CASE("an instruction that half precision lacks is rejected", "[ptx][half]") {
    CHECK(body_error("fma.rn.relu.f16 %h1, %h2, %h3, %h4;") == "");
    CHECK(body_error("add.rz.f16 %h1, %h2, %h3;").starts_with("line 1: 'add.rz.f16' is not supported"));
    CHECK(body_error("ld.global.f16 %h1, [%rd1];").starts_with("line 1: 'ld.global.f16' is not supported"));
    CHECK(body_error("add.ftz.bf16 %h1, %h2, %h3;") == "line 1: add: .ftz and .sat are not for .bf16");
    CHECK(body_error("fma.rn.sat.relu.f16 %h1, %h2, %h3, %h4;") ==
          "line 1: fma: .sat and .relu exclude each other");
    CHECK(body_error("max.abs.bf16x2 %r1, %r2, %r3;") == "line 1: max: .xorsign and .abs go together");
    CHECK(body_error("ex2.approx.ftz.f16 %h1, %h2;") ==
          "line 1: ex2: .bf16 needs .ftz here, and .f16 does not have it");
    CHECK(body_error("ex2.approx.ftz.bf16 %h1, %h2;") == "");
    CHECK(body_error("setp.lt.f16 %p1|%p2, %h1, %h2;") ==
          "line 1: setp: a second predicate is for .f16x2 and .bf16x2");
    CHECK(body_error("setp.lt.f16x2 %p1|%p2, %r1, %r2;") == "");
    CHECK(body_error("set.lt.bf16.f16 %h1, %h2, %h3;") ==
          "line 1: set: .bf16 is not a result type of comparing .f16");
    CHECK(body_error("set.lt.u16.f16x2 %h1, %r2, %r3;") ==
          "line 1: set: .u16 is not a result type of comparing .f16x2");
    CHECK(body_error("cvt.f16.bf16 %h1, %h2;") == "line 1: cvt: one of .rn .rz .rm .rp is missing");
    CHECK(body_error("cvt.sat.f32.bf16 %f1, %h2;") == "line 1: cvt: .sat is not for .bf16");
    CHECK(
        body_error("cvt.rm.relu.f16.f32 %h1, %f2;").starts_with("line 1: 'cvt.rm.relu.f16.f32' is not supp"));
    CHECK(body_error("add.f16 %h1, %h2, 0x3c00;") == "line 1: add: a constant that is not of type .f16");
    CHECK(body_error("add.f16 %h1, %h2, 0f3F800000;") == "line 1: add: a constant that is not of type .f16");
    CHECK(body_error("add.f16 %r1, %r2, %r3;") ==
          "line 1: add: '%r1' is of type .b32, which does not go with .f16");
}
