// Bit operations.

#include "conformance.cuh"

namespace conformance::bits {
namespace {

const Words& small() {
    static const Words words = {0, 1, 2, 4, 5, 8, 15, 16, 31};
    return words;
}
// Counts of bits: fields that are empty, full, and wider than the word; the instructions use only the lower byte.
const Words& amounts() {
    static const Words words = {0,  1,  2,  5,  8,   16,  31,  32,  33,
                                48, 63, 64, 65, 100, 255, 256, 257, 0xffffffff};
    return words;
}

} // namespace

// Tables from here on.
// clang-format off

#define FOR_BITS(X) X(b16) X(b32) X(b64)
#define X(T)                                           \
    CASE_2(and_bits, T, T, T, "and." #T " %0, %1, %2") \
    CASE_2(or_bits, T, T, T, "or." #T " %0, %1, %2")   \
    CASE_2(xor_bits, T, T, T, "xor." #T " %0, %1, %2") \
    CASE_1(not_bits, T, T, "not." #T " %0, %1")        \
    CASE_1(cnot, T, T, "cnot." #T " %0, %1")           \
    CASE_2(shl, T, T, u32, "shl." #T " %0, %1, %2")    \
    CASE_2(shr, T, T, u32, "shr." #T " %0, %1, %2")
FOR_BITS(X)
#undef X

// Predicates are set from registers, and the result is converted back.
#define PREDICATES(row, name, line)                                                               \
    CASE_2(row, u32, u32, u32,                                                                    \
           "/*" name "*/ .reg .pred p, q, r; setp.lt.s32 q, %1, 0; setp.lt.u32 r, %2, 100; " line \
           "; selp.u32 %0, 1, 0, p")
PREDICATES(and_bits, "and.pred", "and.pred p, q, r")
PREDICATES(or_bits, "or.pred", "or.pred p, q, r")
PREDICATES(xor_bits, "xor.pred", "xor.pred p, q, r")
PREDICATES(not_bits, "not.pred", "and.pred p, q, r; not.pred p, p")

#define X(T) CASE_2(shr, T, T, u32, "shr." #T " %0, %1, %2")
X(u16) X(s16) X(u32) X(s32) X(u64) X(s64)
#undef X

#define X(table) CASE_3(lop3, b32, b32, b32, b32, "/*lop3.b32." #table "*/ lop3.b32 %0, %1, %2, %3, " #table)
X(0x00) X(0x01) X(0x1b) X(0x6a) X(0x80) X(0x96) X(0xca) X(0xd8) X(0xe8) X(0xfe) X(0xff)
#undef X

CASE_3(shf, b32, b32, b32, u32, "shf.l.clamp.b32 %0, %1, %2, %3")
CASE_3(shf, b32, b32, b32, u32, "shf.l.wrap.b32 %0, %1, %2, %3")
CASE_3(shf, b32, b32, b32, u32, "shf.r.clamp.b32 %0, %1, %2, %3")
CASE_3(shf, b32, b32, b32, u32, "shf.r.wrap.b32 %0, %1, %2, %3")

CASE_3(prmt, b32, b32, b32, u32, "prmt.b32 %0, %1, %2, %3")
CASE_3(prmt, b32, b32, b32, u32, "prmt.b32.f4e %0, %1, %2, %3")
CASE_3(prmt, b32, b32, b32, u32, "prmt.b32.b4e %0, %1, %2, %3")
CASE_3(prmt, b32, b32, b32, u32, "prmt.b32.rc8 %0, %1, %2, %3")
CASE_3(prmt, b32, b32, b32, u32, "prmt.b32.ecl %0, %1, %2, %3")
CASE_3(prmt, b32, b32, b32, u32, "prmt.b32.ecr %0, %1, %2, %3")
CASE_3(prmt, b32, b32, b32, u32, "prmt.b32.rc16 %0, %1, %2, %3")

#define X(T)                                   \
    CASE_1(popc, u32, T, "popc." #T " %0, %1") \
    CASE_1(clz, u32, T, "clz." #T " %0, %1")   \
    CASE_1(brev, T, T, "brev." #T " %0, %1")
X(b32) X(b64)
#undef X

#define X(T)                                              \
    CASE_1(bfind, u32, T, "bfind." #T " %0, %1")          \
    CASE_1(bfind, u32, T, "bfind.shiftamt." #T " %0, %1") \
    CASE_3_ON(bfe, T, T, u32, u32, "bfe." #T " %0, %1, %2, %3", edges<T>(), amounts(), amounts())
X(u32) X(s32) X(u64) X(s64)
#undef X

CASE_3_ON(fns, u32, u32, u32, s32, "fns.b32 %0, %1, %2, %3", edges<u32>(), small(),
          (Words{0, 1, 2, 3, 7, 31, 32, 0xffffffff, 0xfffffffe, 0xfffffff0}))

CASE_4_(__COUNTER__, bfi, b32, b32, b32, u32, u32, "bfi.b32 %0, %1, %2, %3, %4", edges<u32>(), edges<u32>(),
        amounts(), amounts())
CASE_4_(__COUNTER__, bfi, b64, b64, b64, u32, u32, "bfi.b64 %0, %1, %2, %3, %4", edges<u64>(), edges<u64>(),
        amounts(), amounts())

CASE_2_ON(bmsk, u32, u32, u32, "bmsk.clamp.b32 %0, %1, %2", amounts(), amounts())
CASE_2_ON(bmsk, u32, u32, u32, "bmsk.wrap.b32 %0, %1, %2", amounts(), amounts())
#define X(T)                                                                            \
    CASE_2_ON(szext, T, T, u32, "szext.clamp." #T " %0, %1, %2", edges<T>(), amounts()) \
    CASE_2_ON(szext, T, T, u32, "szext.wrap." #T " %0, %1, %2", edges<T>(), amounts())
X(u32) X(s32)
#undef X


} // namespace conformance::bits
