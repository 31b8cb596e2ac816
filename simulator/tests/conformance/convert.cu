// Moves and conversions.

#include "conformance.cuh"

namespace conformance::convert {

// Tables from here on.
// clang-format off

#define X(T) CASE_1(mov, T, T, "mov." #T " %0, %1")
X(b16) X(b32) X(b64) X(u16) X(s16) X(u32) X(s32) X(u64) X(s64) X(f32) X(f64)
#undef X
CASE_1(mov, u32, u32,
       "/*mov.pred*/ .reg .pred p, q; setp.gt.u32 q, %1, 7; mov.pred p, q; selp.u32 %0, 1, 0, p")
CASE_2(mov, b32, b16, b16, "/*mov.b32-pack*/ mov.b32 %0, {%1, %2}")
CASE_2(mov, b64, b32, b32, "/*mov.b64-pack*/ mov.b64 %0, {%1, %2}")
CASE_4(mov, b64, b16, b16, b16, b16, "/*mov.b64-pack-four*/ mov.b64 %0, {%1, %2, %3, %4}")
CASE_1(mov, b32, b64, "/*mov.b64-unpack*/ .reg .b32 t; mov.b64 {%0, t}, %1; xor.b32 %0, %0, t")
CASE_1(mov, b16, b64,
       "/*mov.b64-unpack-four*/ .reg .b16 t, u, v; mov.b64 {%0, t, u, v}, %1; xor.b16 %0, %0, t; "
       "sub.u16 %0, %0, u; xor.b16 %0, %0, v")
CASE_1(mov, b16, b32, "/*mov.b32-unpack*/ .reg .b16 t; mov.b32 {%0, t}, %1; sub.u16 %0, t, %0")

#define CVT(D, T) CASE_1(cvt, D, T, "cvt." #D "." #T " %0, %1")
#define CVT_SAT(D, T) CASE_1(cvt, D, T, "cvt.sat." #D "." #T " %0, %1")
#define FROM_INTEGERS(X, D) X(D, u16) X(D, s16) X(D, u32) X(D, s32) X(D, u64) X(D, s64)
FROM_INTEGERS(CVT, u16) FROM_INTEGERS(CVT, s16) FROM_INTEGERS(CVT, u32) FROM_INTEGERS(CVT, s32)
FROM_INTEGERS(CVT, u64) FROM_INTEGERS(CVT, s64)
// PTX has saturation only for conversions whose result can be out of range.
CVT_SAT(u16, s16) CVT_SAT(u16, u32) CVT_SAT(u16, s32) CVT_SAT(u16, u64) CVT_SAT(u16, s64) CVT_SAT(s16, u16)
CVT_SAT(s16, u32) CVT_SAT(s16, s32) CVT_SAT(s16, u64) CVT_SAT(s16, s64) CVT_SAT(u32, s16) CVT_SAT(u32, s32)
CVT_SAT(u32, u64) CVT_SAT(u32, s64) CVT_SAT(s32, u32) CVT_SAT(s32, u64) CVT_SAT(s32, s64) CVT_SAT(u64, s16)
CVT_SAT(u64, s32) CVT_SAT(u64, s64) CVT_SAT(s64, u64)

// There are no 8-bit registers: an 8-bit value is in a wider register, and is extended to it when it is written.
#define TO_8(T)                                     \
    CASE_1(cvt, s32, T, "cvt.s8." #T " %0, %1")     \
    CASE_1(cvt, u32, T, "cvt.u8." #T " %0, %1")     \
    CASE_1(cvt, s32, T, "cvt.sat.s8." #T " %0, %1") \
    CASE_1(cvt, u32, T, "cvt.sat.u8." #T " %0, %1")
TO_8(u16) TO_8(s16) TO_8(u32) TO_8(s32) TO_8(u64) TO_8(s64)
#define FROM_8(D)                               \
    CASE_1(cvt, D, u16, "cvt." #D ".u8 %0, %1") \
    CASE_1(cvt, D, u16, "cvt." #D ".s8 %0, %1")
FROM_8(u16) FROM_8(s16) FROM_8(u32) FROM_8(s32) FROM_8(u64) FROM_8(s64)
CASE_1(cvt, s64, s64, "/*cvt.s64.s32-wide*/ cvt.s64.s32 %0, %1")
CASE_1(cvt, s64, s64, "/*cvt.s64.s8-wide*/ cvt.s64.s8 %0, %1")
CASE_1(cvt, s64, u32, "/*cvt.s16.u32-wide*/ cvt.s16.u32 %0, %1")
CASE_1(cvt, u64, u32, "/*cvt.u8.u32-wide*/ cvt.u8.u32 %0, %1")

#define TO_FLOAT(rounding, D, T)                              \
    CASE_1(cvt, D, T, "cvt" rounding "." #D "." #T " %0, %1") \
    CASE_1(cvt, D, T, "cvt" rounding ".sat." #D "." #T " %0, %1")
#define ALL_TO_FLOAT(rounding)                                                                     \
    TO_FLOAT(rounding, f32, u16)                                                                   \
    TO_FLOAT(rounding, f32, s16) TO_FLOAT(rounding, f32, u32) TO_FLOAT(rounding, f32, s32)         \
    TO_FLOAT(rounding, f32, u64) TO_FLOAT(rounding, f32, s64) TO_FLOAT(rounding, f64, u16)         \
    TO_FLOAT(rounding, f64, s16) TO_FLOAT(rounding, f64, u32) TO_FLOAT(rounding, f64, s32)         \
    TO_FLOAT(rounding, f64, u64) TO_FLOAT(rounding, f64, s64)
ALL_TO_FLOAT(".rn") ALL_TO_FLOAT(".rz") ALL_TO_FLOAT(".rm") ALL_TO_FLOAT(".rp")

#define TO_INTEGER(rounding, D)                                  \
    CASE_1(cvt, D, f32, "cvt" rounding "." #D ".f32 %0, %1")     \
    CASE_1(cvt, D, f32, "cvt" rounding ".ftz." #D ".f32 %0, %1") \
    CASE_1(cvt, D, f64, "cvt" rounding "." #D ".f64 %0, %1")
#define ALL_TO_INTEGER(rounding)                                                                            \
    TO_INTEGER(rounding, u16)                                                                               \
    TO_INTEGER(rounding, s16) TO_INTEGER(rounding, u32) TO_INTEGER(rounding, s32) TO_INTEGER(rounding, u64) \
    TO_INTEGER(rounding, s64) CASE_1(cvt, s32, f32, "cvt" rounding ".s8.f32 %0, %1")                        \
    CASE_1(cvt, u32, f32, "cvt" rounding ".u8.f32 %0, %1")                                                  \
    CASE_1(cvt, f32, f32, "cvt" rounding ".f32.f32 %0, %1")                                                 \
    CASE_1(cvt, f32, f32, "cvt" rounding ".ftz.f32.f32 %0, %1")                                             \
    CASE_1(cvt, f32, f32, "cvt" rounding ".sat.f32.f32 %0, %1")                                             \
    CASE_1(cvt, f64, f64, "cvt" rounding ".f64.f64 %0, %1")                                                 \
    CASE_1(cvt, f64, f64, "cvt" rounding ".sat.f64.f64 %0, %1")
ALL_TO_INTEGER(".rni") ALL_TO_INTEGER(".rzi") ALL_TO_INTEGER(".rmi") ALL_TO_INTEGER(".rpi")

#define NARROWING(rounding)                                     \
    CASE_1(cvt, f32, f64, "cvt" rounding ".f32.f64 %0, %1")     \
    CASE_1(cvt, f32, f64, "cvt" rounding ".ftz.f32.f64 %0, %1") \
    CASE_1(cvt, f32, f64, "cvt" rounding ".sat.f32.f64 %0, %1")
NARROWING(".rn") NARROWING(".rz") NARROWING(".rm") NARROWING(".rp")
#define X(modifiers) CASE_1(cvt, f64, f32, "cvt" modifiers ".f64.f32 %0, %1")
X("") X(".ftz") X(".sat") X(".ftz.sat")
#undef X
#define X(modifiers) CASE_1(cvt, f32, f32, "cvt" modifiers ".f32.f32 %0, %1")
X("") X(".ftz") X(".sat") X(".ftz.sat")
#undef X
CASE_1(cvt, f64, f64, "cvt.f64.f64 %0, %1")
CASE_1(cvt, f64, f64, "cvt.sat.f64.f64 %0, %1")


} // namespace conformance::convert
