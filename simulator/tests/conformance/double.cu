// Double precision.

#include "conformance.cuh"

namespace conformance::double_precision {
namespace {

Words positive() {
    Words words;
    for (u64 bits = 0x0020000000000000; bits < 0x7fc0000000000000; bits += 0x0345678901234567)
        words.push_back(bits);
    for (const f64 special : {0.0, 1.0, 2.0, 4.0}) words.push_back(to_word(special));
    return words;
}

// Numbers without NaNs: PTX leaves open which of several NaNs is returned.
Words numbers() {
    Words words;
    for (const Word word : edges<f64>())
        if (from_word<f64>(word) == from_word<f64>(word)) words.push_back(word);
    return words;
}

} // namespace

// Tables from here on.
// clang-format off

#define X(rounding)                                                                              \
    CASE_2_ON(add_f64, f64, f64, f64, "add" rounding ".f64 %0, %1, %2", edges<f64>(), numbers()) \
    CASE_2_ON(sub_f64, f64, f64, f64, "sub" rounding ".f64 %0, %1, %2", edges<f64>(), numbers()) \
    CASE_2_ON(mul_f64, f64, f64, f64, "mul" rounding ".f64 %0, %1, %2", edges<f64>(), numbers())
X("") X(".rn") X(".rz") X(".rm") X(".rp")
#undef X
#define X(rounding)                                                                                       \
    CASE_3_ON(fma_f64, f64, f64, f64, f64, "fma" rounding ".f64 %0, %1, %2, %3", edges<f64>(), numbers(), \
              numbers())                                                                                  \
    CASE_3_ON(mad_f64, f64, f64, f64, f64, "mad" rounding ".f64 %0, %1, %2, %3", edges<f64>(), numbers(), \
              numbers())                                                                                  \
    CASE_2_ON(div_f64, f64, f64, f64, "div" rounding ".f64 %0, %1, %2", edges<f64>(), numbers())          \
    CASE_1(rcp_f64, f64, f64, "rcp" rounding ".f64 %0, %1")                                               \
    CASE_1(sqrt_f64, f64, f64, "sqrt" rounding ".f64 %0, %1")
X(".rn") X(".rz") X(".rm") X(".rp")
#undef X

CASE_1(abs_f64, f64, f64, "abs.f64 %0, %1") CASE_1(neg_f64, f64, f64, "neg.f64 %0, %1")
CASE_2_ON(min_f64, f64, f64, f64, "min.f64 %0, %1, %2", edges<f64>(), numbers())
CASE_2_ON(max_f64, f64, f64, f64, "max.f64 %0, %1, %2", edges<f64>(), numbers())

#define APPROXIMATE_1(n, row, line, relative)                                                     \
    struct JOIN(Op, n) {                                                                          \
        static __device__ f64 run(f64 a) {                                                        \
            f64 d;                                                                                \
            asm volatile(line " %0, %1;" : "=d"(d) : "d"(a));                                     \
            return d;                                                                             \
        }                                                                                         \
    };                                                                                            \
    const bool JOIN(added, n) = add(#row, line, {Comparison::Kind::approximate_f64, relative, 0}, \
                                    [] { return run_each<JOIN(Op, n), f64>(combined(positive())); });
#define APPROXIMATE(row, line, relative) APPROXIMATE_1(__COUNTER__, row, line, relative)
APPROXIMATE(rcp_f64_approx, "rcp.approx.ftz.f64", 0x1p-19)
APPROXIMATE(rsqrt_f64, "rsqrt.approx.ftz.f64", 0x1p-19)
APPROXIMATE(rsqrt_f64, "rsqrt.approx.f64", 0x1p-51)


} // namespace conformance::double_precision
