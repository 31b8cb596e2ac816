// Comparisons and selections.

#include "conformance.cuh"

namespace conformance::compare {

// Tables from here on.
// clang-format off

#define FOR_INTEGERS(X, op) X(op, u16) X(op, s16) X(op, u32) X(op, s32) X(op, u64) X(op, s64)
#define SETP(row, op, T)   \
    CASE_2(row, u32, T, T, \
           "/*setp." op "." #T "*/ .reg .pred p; setp." op "." #T " p, %1, %2; selp.u32 %0, 1, 0, p")
#define SET(row, op, D, T) CASE_2(row, D, T, T, "set." op "." #D "." #T " %0, %1, %2")

#define X(op, T)              \
    SETP(setp_integer, op, T) \
    SET(set_integer, op, u32, T)
FOR_INTEGERS(X, "eq") FOR_INTEGERS(X, "ne") FOR_INTEGERS(X, "lt") FOR_INTEGERS(X, "le") FOR_INTEGERS(X, "gt")
FOR_INTEGERS(X, "ge")
#undef X
#define X(op) SETP(setp_integer, op, u32) SETP(setp_integer, op, u64) SETP(setp_integer, op, u16)
X("lo") X("ls") X("hi") X("hs")
#undef X
#define X(T) SETP(setp_integer, "eq", T) SETP(setp_integer, "ne", T)
X(b16) X(b32) X(b64)
#undef X
SET(set_integer, "lt", s32, s32) SET(set_integer, "lt", f32, s32) SET(set_integer, "ge", f32, u64)

#define X(op)                        \
    SETP(setp_f32, op, f32)        \
    SETP(setp_f64, op, f64)        \
    SETP(setp_f32, op ".ftz", f32) \
    SET(set_f32, op, u32, f32)     \
    SET(set_f64, op, f32, f64)
X("eq") X("ne") X("lt") X("le") X("gt") X("ge") X("equ") X("neu") X("ltu") X("leu") X("gtu") X("geu") X("num")
X("nan")
#undef X
SET(set_f32, "lt.ftz", s32, f32)

// Combined with a predicate, and with the complement as a second result. Bit 0: the result, bit 1: the complement.
#define X(op, q)                                                                                             \
    CASE_3(setp_integer, u32, s32, s32, s32,                                                                 \
           "/*setp.lt." op ".s32-" q "*/ .reg .pred p, c, q; .reg .b32 t; setp.gt.s32 q, %3, 7; setp.lt." op \
           ".s32 p|c, %1, %2, " q "; selp.u32 %0, 1, 0, p; selp.u32 t, 2, 0, c; or.b32 %0, %0, t")           \
    CASE_3(setp_f32, u32, f32, f32, s32,                                                                     \
           "/*setp.lt." op ".f32-" q "*/ .reg .pred p, c, q; .reg .b32 t; setp.gt.s32 q, %3, 7; setp.lt." op \
           ".f32 p|c, %1, %2, " q "; selp.u32 %0, 1, 0, p; selp.u32 t, 2, 0, c; or.b32 %0, %0, t")           \
    CASE_3(set_integer, u32, s32, s32, s32,                                                                  \
           "/*set.lt." op ".u32.s32-" q "*/ .reg .pred q; setp.gt.s32 q, %3, 7; set.lt." op                  \
           ".u32.s32 %0, %1, %2, " q)                                                                        \
    CASE_3(set_f64, f32, f64, f64, s32,                                                                      \
           "/*set.lt." op ".f32.f64-" q "*/ .reg .pred q; setp.gt.s32 q, %3, 7; set.lt." op                  \
           ".f32.f64 %0, %1, %2, " q)
X("and", "q") X("or", "q") X("xor", "q") X("and", "!q") X("or", "!q") X("xor", "!q")
#undef X

#define X(T)                                                                                \
    CASE_3(selp, T, T, T, s32,                                                              \
           "/*selp." #T "*/ .reg .pred q; setp.gt.s32 q, %3, 7; selp." #T " %0, %1, %2, q") \
    CASE_3(slct, T, T, T, s32, "slct." #T ".s32 %0, %1, %2, %3")                            \
    CASE_3(slct, T, T, T, f32, "slct." #T ".f32 %0, %1, %2, %3")                            \
    CASE_3(slct, T, T, T, f32, "slct.ftz." #T ".f32 %0, %1, %2, %3")
X(b16) X(b32) X(b64) X(u16) X(s16) X(u32) X(s32) X(u64) X(s64) X(f32) X(f64)
#undef X


} // namespace conformance::compare
