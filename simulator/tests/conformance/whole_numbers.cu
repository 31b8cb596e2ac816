// Integers. Divisions by zero are omitted: their results are undefined.

#include "conformance.cuh"

namespace conformance::whole_numbers {
namespace {

template <class T> Words without_zero() {
    Words words;
    for (const Word word : edges<T>())
        if (word != 0) words.push_back(word);
    return words;
}

// The quotient of the smallest number and -1 is not representable.
template <class T> Words not_smallest() {
    Words words;
    for (const Word word : edges<T>())
        if (from_word<T>(word) != std::numeric_limits<T>::min()) words.push_back(word);
    return words;
}

} // namespace

// Tables from here on.
// clang-format off

#define FOR_SIGNED(X) X(s16) X(s32) X(s64)
#define FOR_INTEGERS(X) X(u16) X(u32) X(u64) FOR_SIGNED(X)
#define FOR_WORDS(X) X(u32) X(s32) X(u64) X(s64)

#define X(T)                                                                                       \
    CASE_2(add_integer, T, T, T, "add." #T " %0, %1, %2")                                          \
    CASE_2(sub_integer, T, T, T, "sub." #T " %0, %1, %2")                                          \
    CASE_2(mul_lo, T, T, T, "mul.lo." #T " %0, %1, %2")                                            \
    CASE_2(mul_hi, T, T, T, "mul.hi." #T " %0, %1, %2")                                            \
    CASE_3(mad_lo, T, T, T, T, "mad.lo." #T " %0, %1, %2, %3")                                     \
    CASE_3(mad_hi, T, T, T, T, "mad.hi." #T " %0, %1, %2, %3")                                     \
    CASE_3(sad, T, T, T, T, "sad." #T " %0, %1, %2, %3")                                           \
    CASE_2_ON(div_integer, T, T, T, "div." #T " %0, %1, %2", not_smallest<T>(), without_zero<T>()) \
    CASE_2_ON(rem, T, T, T, "rem." #T " %0, %1, %2", not_smallest<T>(), without_zero<T>())         \
    CASE_2(min_integer, T, T, T, "min." #T " %0, %1, %2")                                          \
    CASE_2(max_integer, T, T, T, "max." #T " %0, %1, %2")
FOR_INTEGERS(X)
#undef X

#define X(T)                                       \
    CASE_1(abs_integer, T, T, "abs." #T " %0, %1") \
    CASE_1(neg_integer, T, T, "neg." #T " %0, %1")
FOR_SIGNED(X)
#undef X

CASE_2(add_saturating, s32, s32, s32, "add.sat.s32 %0, %1, %2")
CASE_2(sub_saturating, s32, s32, s32, "sub.sat.s32 %0, %1, %2")
CASE_3(mad_hi_saturating, s32, s32, s32, s32, "mad.hi.sat.s32 %0, %1, %2, %3")

#define X(T, Twice)                                             \
    CASE_2(mul_wide, Twice, T, T, "mul.wide." #T " %0, %1, %2") \
    CASE_3(mad_wide, Twice, T, T, Twice, "mad.wide." #T " %0, %1, %2, %3")
X(u16, u32) X(s16, s32) X(u32, u64) X(s32, s64)
#undef X

// Only later instructions can read the carry, so it is added to the result.
#define WITH_CARRY(row, T, name, lines) \
    CASE_4(row, T, T, T, T, T, "/*" name "." #T "*/ " lines " addc." #T " %0, %0, 0")
#define X(T)                                                                                                \
    WITH_CARRY(add_carry, T, "add.cc", "add.cc." #T " %0, %1, %2;")                                         \
    WITH_CARRY(addc, T, "addc.cc", "add.cc." #T " %0, %1, %3; addc.cc." #T " %0, %2, %4;")                  \
    WITH_CARRY(mad_carry, T, "mad.lo.cc", "mad.lo.cc." #T " %0, %1, %2, %3;")                               \
    WITH_CARRY(mad_carry, T, "mad.hi.cc", "mad.hi.cc." #T " %0, %1, %2, %3;")                               \
    WITH_CARRY(madc, T, "madc.lo.cc", "mad.lo.cc." #T " %0, %1, %2, %3; madc.lo.cc." #T " %0, %1, %2, %4;") \
    WITH_CARRY(madc, T, "madc.hi.cc", "mad.lo.cc." #T " %0, %1, %2, %3; madc.hi.cc." #T " %0, %1, %2, %4;") \
    CASE_4(addc, T, T, T, T, T, "/*addc." #T "*/ add.cc." #T " %0, %1, %3; addc." #T " %0, %2, %4")         \
    CASE_4(madc, T, T, T, T, T,                                                                             \
           "/*madc.hi." #T "*/ mad.lo.cc." #T " %0, %1, %2, %3; madc.hi." #T " %0, %1, %2, %4")             \
    CASE_4(sub_carry, T, T, T, T, T, "/*sub.cc." #T "*/ sub.cc." #T " %0, %1, %2; subc." #T " %0, %0, 0")   \
    CASE_4(subc, T, T, T, T, T, "/*subc." #T "*/ sub.cc." #T " %0, %1, %3; subc." #T " %0, %2, %4")         \
    CASE_4(subc, T, T, T, T, T,                                                                             \
           "/*subc.cc." #T "*/ sub.cc." #T " %0, %1, %3; subc.cc." #T " %0, %2, %4; subc." #T " %0, %0, 0")
FOR_WORDS(X)
#undef X

// Sums, differences and products pass the carry flag to each other, in any order.
#define IN_TURN(row, T, first, second, first_operands, second_operands)                                         \
    CASE_4(row, T, T, T, T, T,                                                                                  \
           "/*" first "-" second "." #T "*/ " first "." #T " %0, " first_operands "; " second "." #T            \
           " %0, " second_operands)                                                                             \
    CASE_4(row, T, T, T, T, T,                                                                                  \
           "/*" first "-" second ".cc-addc." #T "*/ " first "." #T " %0, " first_operands "; " second ".cc." #T \
           " %0, " second_operands "; addc." #T " %0, %0, 0")                                                   \
    CASE_4(row, T, T, T, T, T,                                                                                  \
           "/*" first "-" second ".cc-subc." #T "*/ " first "." #T " %0, " first_operands "; " second ".cc." #T \
           " %0, " second_operands "; subc." #T " %0, %0, 0")
#define X(T)                                                      \
    IN_TURN(subc, T, "add.cc", "subc", "%1, %2", "%3, %4")        \
    IN_TURN(addc, T, "sub.cc", "addc", "%1, %2", "%3, %4")        \
    IN_TURN(madc, T, "sub.cc", "madc.lo", "%1, %2", "%3, %4, %1") \
    IN_TURN(madc, T, "sub.cc", "madc.hi", "%1, %2", "%3, %4, %1") \
    IN_TURN(madc, T, "add.cc", "madc.lo", "%1, %2", "%3, %4, %1") \
    IN_TURN(subc, T, "mad.lo.cc", "subc", "%1, %2, %3", "%3, %4") \
    IN_TURN(subc, T, "mad.hi.cc", "subc", "%1, %2, %3", "%3, %4") \
    IN_TURN(addc, T, "mad.hi.cc", "addc", "%1, %2, %3", "%3, %4")
FOR_WORDS(X)
#undef X

#define X(T)                                                    \
    CASE_2(mul24, T, T, T, "mul24.lo." #T " %0, %1, %2")        \
    CASE_2(mul24, T, T, T, "mul24.hi." #T " %0, %1, %2")        \
    CASE_3(mad24, T, T, T, T, "mad24.lo." #T " %0, %1, %2, %3") \
    CASE_3(mad24, T, T, T, T, "mad24.hi." #T " %0, %1, %2, %3")
X(u32) X(s32)
#undef X

#define X(A, B)                                                              \
    CASE_3(dp4a, u32, u32, u32, u32, "dp4a." #A "." #B " %0, %1, %2, %3")    \
    CASE_3(dp2a, u32, u32, u32, u32, "dp2a.lo." #A "." #B " %0, %1, %2, %3") \
    CASE_3(dp2a, u32, u32, u32, u32, "dp2a.hi." #A "." #B " %0, %1, %2, %3")
X(u32, u32) X(u32, s32) X(s32, u32) X(s32, s32)
#undef X


} // namespace conformance::whole_numbers
