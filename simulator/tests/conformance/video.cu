// Packed integers of 8 and 16 bits in a word: SIMD video instructions in PTX.

#include "conformance.cuh"

// Tables from here on.
// clang-format off

namespace conformance::video {
namespace {

#define FOR_BOTH_WIDTHS(X, op, ...) X(v##op##2, __VA_ARGS__) X(v##op##4, __VA_ARGS__)
#define VIDEO(row, types)                                                        \
    CASE_3(row, u32, u32, u32, u32, #row "." types " %0, %1, %2, %3")            \
    CASE_3(row, u32, u32, u32, u32, #row "." types ".sat %0, %1, %2, %3")        \
    CASE_3(row, u32, u32, u32, u32, #row "." types ".add %0, %1, %2, %3")
#define VIDEO_TYPES(row, ...) \
    VIDEO(row, "u32.u32.u32") VIDEO(row, "s32.s32.s32") VIDEO(row, "s32.u32.s32") VIDEO(row, "u32.s32.u32")
FOR_BOTH_WIDTHS(VIDEO_TYPES, add)
FOR_BOTH_WIDTHS(VIDEO_TYPES, sub)
FOR_BOTH_WIDTHS(VIDEO_TYPES, avrg)
FOR_BOTH_WIDTHS(VIDEO_TYPES, absdiff)
FOR_BOTH_WIDTHS(VIDEO_TYPES, min)
FOR_BOTH_WIDTHS(VIDEO_TYPES, max)

#define VSET(row, types)                                                   \
    CASE_3(row, u32, u32, u32, u32, #row "." types " %0, %1, %2, %3")      \
    CASE_3(row, u32, u32, u32, u32, #row "." types ".add %0, %1, %2, %3")
#define VSET_TYPES(row, comparison) VSET(row, "u32.u32." comparison) VSET(row, "s32.s32." comparison)
#define X(comparison) FOR_BOTH_WIDTHS(VSET_TYPES, set, comparison)
X("eq") X("ne") X("lt") X("le") X("gt") X("ge")
#undef X
VSET(vset4, "u32.s32.lt") VSET(vset2, "s32.u32.ge")

CASE_2(cvt_pack_halves, b32, s32, s32, "cvt.pack.sat.u16.s32 %0, %1, %2")
CASE_2(cvt_pack_halves, b32, s32, s32, "cvt.pack.sat.s16.s32 %0, %1, %2")
CASE_3(cvt_pack_bytes, b32, s32, s32, b32, "cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3")
CASE_3(cvt_pack_bytes, b32, s32, s32, b32, "cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3")

} // namespace
} // namespace conformance::video
