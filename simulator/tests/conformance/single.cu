// Single precision.

#include "conformance.cuh"

namespace conformance::single {
namespace {

// Operands from -limit to limit, evenly spaced, and then special ones.
Words spread(float limit) {
    Words words;
    for (int n = -16; n <= 16; ++n) words.push_back(to_word(limit * static_cast<float>(n) / 16));
    for (const u32 special : {0x00000000U, 0x80000000U, 0x00000001U, 0x00700000U, 0x00800000U, 0x3f7fffffU,
                              0x3f800001U, 0x40490fdbU, 0x7f800000U, 0xff800000U, 0x7fffffffU})
        words.push_back(special);
    return words;
}

// Operands over many magnitudes, and special ones, but no negative subnormal number.
Words positive() {
    Words words;
    for (u32 bits = 0x01000000; bits < 0x7f000000; bits += 0x02345677) words.push_back(bits);
    for (const u32 special : {0x00000000U, 0x80000000U, 0xbf800000U, 0x3f7fffffU, 0x3f800000U, 0x3f800001U,
                              0x7f800000U, 0xff800000U, 0x7fffffffU})
        words.push_back(special);
    return words;
}

// Dividends and divisors whose quotients are normal, and special ones.
Words quotients() {
    return {0x3f800000, 0xc0400000, 0x3dcccccd, 0x42c80000, 0x4b189680,
            0xb58637bd, 0x00000000, 0x80000000, 0x7f800000, 0x7fffffff};
}

} // namespace

// Tables from here on.
// clang-format off

#define FOR_MODIFIERS(X) X("") X(".ftz") X(".sat") X(".ftz.sat")
#define FOR_ROUNDINGS(X, modifier) X(".rn", modifier) X(".rz", modifier) X(".rm", modifier) X(".rp", modifier)

#define ARITHMETIC(rounding, modifier)                                        \
    CASE_2(add_f32, f32, f32, f32, "add" rounding modifier ".f32 %0, %1, %2") \
    CASE_2(sub_f32, f32, f32, f32, "sub" rounding modifier ".f32 %0, %1, %2") \
    CASE_2(mul_f32, f32, f32, f32, "mul" rounding modifier ".f32 %0, %1, %2") \
    CASE_3(fma_f32, f32, f32, f32, f32, "fma" rounding modifier ".f32 %0, %1, %2, %3")
#define X(modifier) FOR_ROUNDINGS(ARITHMETIC, modifier)
FOR_MODIFIERS(X)
#undef X
CASE_2(add_f32, f32, f32, f32, "add.f32 %0, %1, %2")
CASE_2(sub_f32, f32, f32, f32, "sub.f32 %0, %1, %2")
CASE_2(mul_f32, f32, f32, f32, "mul.f32 %0, %1, %2")
CASE_3(mad_f32, f32, f32, f32, f32, "mad.rn.f32 %0, %1, %2, %3")
CASE_3(mad_f32, f32, f32, f32, f32, "mad.rz.ftz.f32 %0, %1, %2, %3")

#define DIVISION(rounding, modifier)                                          \
    CASE_2(div_f32, f32, f32, f32, "div" rounding modifier ".f32 %0, %1, %2") \
    CASE_1(rcp_f32, f32, f32, "rcp" rounding modifier ".f32 %0, %1")          \
    CASE_1(sqrt_f32, f32, f32, "sqrt" rounding modifier ".f32 %0, %1")
FOR_ROUNDINGS(DIVISION, "") FOR_ROUNDINGS(DIVISION, ".ftz")

#define X(modifier)                                                      \
    CASE_1(abs_f32, f32, f32, "abs" modifier ".f32 %0, %1")              \
    CASE_1(neg_f32, f32, f32, "neg" modifier ".f32 %0, %1")              \
    CASE_2(min_f32, f32, f32, f32, "min" modifier ".f32 %0, %1, %2")     \
    CASE_2(max_f32, f32, f32, f32, "max" modifier ".f32 %0, %1, %2")     \
    CASE_2(min_f32, f32, f32, f32, "min" modifier ".NaN.f32 %0, %1, %2") \
    CASE_2(max_f32, f32, f32, f32, "max" modifier ".NaN.f32 %0, %1, %2")
X("") X(".ftz")
#undef X

#define X(T, kind)        \
    CASE_1(testp_##T, u32, T, \
           "/*testp." kind "." #T "*/ .reg .pred p; testp." kind "." #T " p, %1; selp.u32 %0, 1, 0, p")
#define KINDS(T) \
    X(T, "finite") X(T, "infinite") X(T, "number") X(T, "notanumber") X(T, "normal") X(T, "subnormal")
KINDS(f32) KINDS(f64)
#undef X
CASE_2(copysign_f32, f32, f32, f32, "copysign.f32 %0, %1, %2")
CASE_2(copysign_f64, f64, f64, f64, "copysign.f64 %0, %1, %2")

// Approximate functions, with the error that PTX allows.
#define APPROXIMATE_1(n, row, line, as, relative, absolute)                                              \
    struct JOIN(Op, n) {                                                                                 \
        static __device__ f32 run(f32 a) {                                                               \
            f32 d;                                                                                       \
            asm volatile(line " %0, %1;" : "=f"(d) : "f"(a));                                            \
            return d;                                                                                    \
        }                                                                                                \
    };                                                                                                   \
    const bool JOIN(added, n) = add(#row, line, {Comparison::Kind::approximate_f32, relative, absolute}, \
                                    [] { return run_each<JOIN(Op, n), f32>(combined(as)); });
#define APPROXIMATE(row, line, as, relative, absolute) \
    APPROXIMATE_1(__COUNTER__, row, line, as, relative, absolute)
APPROXIMATE(rcp_f32_approx, "rcp.approx.f32", positive(), 0x1p-23, 0)
APPROXIMATE(rcp_f32_approx, "rcp.approx.ftz.f32", positive(), 0x1p-23, 0)
APPROXIMATE(sqrt_f32_approx, "sqrt.approx.f32", positive(), 0x1p-22, 0)
APPROXIMATE(sqrt_f32_approx, "sqrt.approx.ftz.f32", positive(), 0x1p-22, 0)
APPROXIMATE(rsqrt_f32, "rsqrt.approx.f32", positive(), 0x1p-22, 0)
APPROXIMATE(rsqrt_f32, "rsqrt.approx.ftz.f32", positive(), 0x1p-22, 0)
APPROXIMATE(sin, "sin.approx.f32", spread(3.1415927F), 0, 0x1p-20)
APPROXIMATE(sin, "sin.approx.ftz.f32", spread(3.1415927F), 0, 0x1p-20)
APPROXIMATE(cos, "cos.approx.f32", spread(3.1415927F), 0, 0x1p-20)
APPROXIMATE(cos, "cos.approx.ftz.f32", spread(3.1415927F), 0, 0x1p-20)
APPROXIMATE(lg2, "lg2.approx.f32", positive(), 0x1p-22, 0x1p-22)
APPROXIMATE(lg2, "lg2.approx.ftz.f32", positive(), 0x1p-22, 0x1p-22)
APPROXIMATE(ex2, "ex2.approx.f32", spread(160), 0x1p-22, 0)
APPROXIMATE(ex2, "ex2.approx.ftz.f32", spread(160), 0x1p-22, 0)
APPROXIMATE(ex2, "/*ex2.approx.f32-small*/ ex2.approx.f32", spread(2), 0x1p-22, 0)
APPROXIMATE(tanh, "tanh.approx.f32", spread(4), 0x1p-10, 0)

#define QUOTIENT_1(n, line)                                                               \
    struct JOIN(Op, n) {                                                                  \
        static __device__ f32 run(f32 a, f32 b) {                                         \
            f32 d;                                                                        \
            asm volatile(line " %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));                 \
            return d;                                                                     \
        }                                                                                 \
    };                                                                                    \
    const bool JOIN(added, n) =                                                           \
        add("div_f32_approx", line, {Comparison::Kind::approximate_f32, 0x1p-21, 0}, [] { \
            return run_each<JOIN(Op, n), f32, f32>(combined(quotients(), quotients())); \
        });
#define QUOTIENT(line) QUOTIENT_1(__COUNTER__, line)
QUOTIENT("div.approx.f32") QUOTIENT("div.approx.ftz.f32")
QUOTIENT("div.full.f32") QUOTIENT("div.full.ftz.f32")


} // namespace conformance::single
