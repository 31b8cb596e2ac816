// Half precision, for compute_90. No GPU has recorded these cases yet, so the host computes what is expected; see
// README.md for how to replace that by a recording.

#include "conformance.cuh"
#include "tests/half_reference.h"

namespace conformance {

// Nothing of this program traps.
int run_trapped() { return 0; }

} // namespace conformance

namespace conformance::half {
namespace {

using namespace half_reference;

/// What the host computes of one row of operands.
using Host = Word (*)(const Word* operands);

Words edge_words(const Format& format) {
    Words words;
    for (const u16 bits : edges(format)) words.push_back(bits);
    return words;
}

// Each edge as the lower number, beside another one.
Words pair_words(const Format& format) {
    const Words one = edge_words(format);
    Words words;
    for (std::size_t n = 0; n < one.size(); ++n)
        words.push_back(one[n] | one[(n * 7 + 3) % one.size()] << 16);
    return words;
}

// The host's results in the order of run_each().
Words computed_each(const Words& rows, std::size_t columns, Host host) {
    Words results;
    for (const u32 lanes : {0xffffffffU, some_lanes})
        for (std::size_t n = 0; n < rows.size() / columns; ++n)
            results.push_back((lanes >> n % 32 & 1) != 0 ? host(rows.data() + n * columns) : 0);
    return results;
}

// The host's function of the lower numbers and of the upper ones.
template <int columns, class F> Word of_pairs(F host, const Word* operands) {
    Word low[columns];
    Word high[columns];
    for (int n = 0; n < columns; ++n) {
        low[n] = operands[n] & 0xffff;
        high[n] = operands[n] >> 16;
    }
    return static_cast<Word>(host(low)) | static_cast<Word>(host(high)) << 16;
}

Word packed(u16 upper, u16 lower) { return Word{upper} << 16 | lower; }

u16 low(Word word) { return static_cast<u16>(word); }

// What rounds up to the smallest normal number only because there is none below it is flushed.
u16 flushed_product(u16 a, u16 b) {
    const double exact = value_of(f16, flushed(f16, a)) * value_of(f16, flushed(f16, b));
    if (std::fabs(exact) < 0x1p-14 - 0x1p-26) return std::signbit(exact) ? 0x8000 : 0;
    return rounded(f16, {exact});
}

u16 without_nan(const Format& format, u16 bits, unsigned result) {
    return is_nan(format, bits) ? the_nan : static_cast<u16>(result);
}

// A NaN of bf16 keeps its bits in a float, one of f16 does not.
Word as_float(const Format& format, u16 bits) {
    if (is_nan(format, bits)) return format.fraction_bits == 7 ? u32{bits} << 16 : 0x7fffffff;
    return to_word(static_cast<f32>(value_of(format, bits)));
}

// What is too large becomes the largest number.
double finite(const Format& format, double value) {
    const double largest = value_of(format, static_cast<u16>(format.infinity - 1));
    return std::fabs(value) > largest ? std::copysign(largest, value) : value;
}

u16 by_magnitude(const Format& format, u16 a, u16 b, bool largest, bool pass_nan) {
    const u16 result = chosen(format, a & 0x7fff, b & 0x7fff, largest, pass_nan);
    return without_nan(format, result, result | ((a ^ b) & 0x8000));
}

bool is_less(const Format& format, Word a, Word b) {
    return value_of(format, low(a)) < value_of(format, low(b));
}

} // namespace

// Tables from here on.
// clang-format off

// A case with one to three operands on single numbers, and one on pairs. In `host`, x are the operands.
#define X(n) low(x[n])
#define HALF_1(row, text, format, host)                                                                    \
    HALF_1_(__COUNTER__, row, b16, text "." #format, format, edge_words(format), host)                     \
    HALF_1_(__COUNTER__, row, b32, text "." #format "x2", format##x2, pair_words(format), PAIR(1, host))
#define HALF_2(row, text, format, host)                                                                    \
    HALF_2_(__COUNTER__, row, b16, text "." #format, format, edge_words(format), host)                     \
    HALF_2_(__COUNTER__, row, b32, text "." #format "x2", format##x2, pair_words(format), PAIR(2, host))
#define HALF_3(row, text, format, host)                                                                    \
    HALF_3_(__COUNTER__, row, b16, text "." #format, format, edge_words(format), host)                     \
    HALF_3_(__COUNTER__, row, b32, text "." #format "x2", format##x2, pair_words(format), PAIR(3, host))
#define PAIR(columns, host) of_pairs<columns>([](const Word* x) { return host; }, x)

#define ADD_CASE(n, row, line, comparison, rows, columns, host, ...)                              \
    const bool JOIN(added, n) = add(                                                              \
        #row, line, comparison, [] { return run_each<JOIN(Op, n), __VA_ARGS__>(rows); },          \
        [] { return computed_each(rows, columns, [](const Word* x) -> Word { return host; }); });

#define HALF_1_(n, row, T, line, kind, words, host)                                                \
    struct JOIN(Op, n) {                                                                           \
        static __device__ T run(T a) {                                                             \
            T d;                                                                                   \
            asm volatile(line " %0, %1;" : "=" REG_##T(d) : REG_##T(a));                           \
            return d;                                                                              \
        }                                                                                          \
    };                                                                                             \
    ADD_CASE(n, row, line, {Comparison::Kind::kind}, combined({words}), 1, host, T)
#define HALF_2_(n, row, T, line, kind, words, host)                                                \
    struct JOIN(Op, n) {                                                                           \
        static __device__ T run(T a, T b) {                                                        \
            T d;                                                                                   \
            asm volatile(line " %0, %1, %2;" : "=" REG_##T(d) : REG_##T(a), REG_##T(b));           \
            return d;                                                                              \
        }                                                                                          \
    };                                                                                             \
    ADD_CASE(n, row, line, {Comparison::Kind::kind}, combined({words, words}), 2, host, T, T)
#define HALF_3_(n, row, T, line, kind, words, host)                                                \
    struct JOIN(Op, n) {                                                                           \
        static __device__ T run(T a, T b, T c) {                                                   \
            T d;                                                                                   \
            asm volatile(line " %0, %1, %2, %3;" : "=" REG_##T(d) : REG_##T(a), REG_##T(b), REG_##T(c)); \
            return d;                                                                              \
        }                                                                                          \
    };                                                                                             \
    ADD_CASE(n, row, line, {Comparison::Kind::kind}, combined({words, words, words}), 3, host, T, T, T)

#define BOTH_FORMATS(M) M(f16) M(bf16)
#define M(F)                                                                                       \
    HALF_2(add_half, "add", F, sum(F, X(0), X(1)))                                                 \
    HALF_2(add_half, "add.rn", F, sum(F, X(0), X(1)))                                              \
    HALF_2(sub_half, "sub", F, difference(F, X(0), X(1)))                                          \
    HALF_2(mul_half, "mul", F, product(F, X(0), X(1)))                                             \
    HALF_3(fma_half, "fma.rn", F, fused(F, X(0), X(1), X(2)))                                      \
    HALF_3(fma_half, "fma.rn.relu", F, positive(F, fused(F, X(0), X(1), X(2))))                    \
    HALF_1(abs_half, "abs", F, without_nan(F, X(0), X(0) & 0x7fff))                                \
    HALF_1(neg_half, "neg", F, without_nan(F, X(0), X(0) ^ 0x8000))                                \
    HALF_2(min_half, "min", F, chosen(F, X(0), X(1), false, false))                                \
    HALF_2(min_half, "min.NaN", F, chosen(F, X(0), X(1), false, true))                             \
    HALF_2(min_half, "min.xorsign.abs", F, by_magnitude(F, X(0), X(1), false, false))              \
    HALF_2(max_half, "max", F, chosen(F, X(0), X(1), true, false))                                 \
    HALF_2(max_half, "max.NaN", F, chosen(F, X(0), X(1), true, true))                              \
    HALF_2(max_half, "max.NaN.xorsign.abs", F, by_magnitude(F, X(0), X(1), true, true))
BOTH_FORMATS(M)
#undef M
HALF_2(add_half, "add.sat", f16, saturated(f16, sum(f16, X(0), X(1))))
HALF_2(add_half, "add.ftz", f16, flushed(f16, sum(f16, flushed(f16, X(0)), flushed(f16, X(1)))))
HALF_2(sub_half, "sub.sat", f16, saturated(f16, difference(f16, X(0), X(1))))
HALF_2(mul_half, "mul.sat", f16, saturated(f16, product(f16, X(0), X(1))))
HALF_2(mul_half, "mul.ftz", f16, flushed_product(X(0), X(1)))
HALF_3(fma_half, "fma.rn.sat", f16, saturated(f16, fused(f16, X(0), X(1), X(2))))
HALF_1(abs_half, "abs.ftz", f16, without_nan(f16, X(0), flushed(f16, X(0)) & 0x7fff))
HALF_1(neg_half, "neg.ftz", f16, without_nan(f16, X(0), flushed(f16, X(0)) ^ 0x8000))
HALF_2(min_half, "min.ftz", f16, chosen(f16, flushed(f16, X(0)), flushed(f16, X(1)), false, false))

// Approximate functions, with the error that PTX allows, of single numbers.
#define APPROXIMATE(n, row, line, F, function, relative, absolute)                                       \
    struct JOIN(Op, n) {                                                                                 \
        static __device__ b16 run(b16 a) {                                                               \
            b16 d;                                                                                       \
            asm volatile(line " %0, %1;" : "=h"(d) : "h"(a));                                            \
            return d;                                                                                    \
        }                                                                                                \
    };                                                                                                   \
    const bool JOIN(added, n) = add(                                                                     \
        #row, line, {Comparison::Kind::approximate_##F, relative, absolute},                             \
        [] { return run_each<JOIN(Op, n), b16>(combined({edge_words(F)})); },                            \
        [] { return computed_each(combined({edge_words(F)}), 1, [](const Word* x) -> Word {              \
                 return rounded(F, {std::function(value_of(F, X(0)))}); }); });
APPROXIMATE(__COUNTER__, ex2_half, "ex2.approx.f16", f16, exp2, 0x1p-9, 0x1p-24)
APPROXIMATE(__COUNTER__, ex2_half, "ex2.approx.ftz.bf16", bf16, exp2, 0x1p-7, 0x1p-126)
APPROXIMATE(__COUNTER__, tanh_half, "tanh.approx.f16", f16, tanh, 0, 0x1p-10)
APPROXIMATE(__COUNTER__, tanh_half, "tanh.approx.bf16", bf16, tanh, 0x1p-8, 0x1p-133)

// A case whose result and operands have any types.
#define ANY_1(n, row, D, A, line, kind, words, host)                                               \
    struct JOIN(Op, n) {                                                                           \
        static __device__ D run(A a) {                                                             \
            D d;                                                                                   \
            asm volatile(line " %0, %1;" : "=" REG_##D(d) : REG_##A(a));                           \
            return d;                                                                              \
        }                                                                                          \
    };                                                                                             \
    ADD_CASE(n, row, line, {Comparison::Kind::kind}, combined({words}), 1, host, A)
#define ANY_2(n, row, D, A, line, kind, words, host)                                               \
    struct JOIN(Op, n) {                                                                           \
        static __device__ D run(A a, A b) {                                                        \
            D d;                                                                                   \
            asm volatile("{ " line "; }" : "=&" REG_##D(d) : REG_##A(a), REG_##A(b));              \
            return d;                                                                              \
        }                                                                                          \
    };                                                                                             \
    ADD_CASE(n, row, line, {Comparison::Kind::kind}, combined({words, words}), 2, host, A, A)

#define M(F)                                                                                              \
    ANY_2(__COUNTER__, setp_half, u32, b16,                                                               \
          "/*setp.lt." #F "*/ .reg .pred p; setp.lt." #F " p, %1, %2; selp.u32 %0, 1, 0, p", exact,       \
          edge_words(F), is_less(F, x[0], x[1]))                                                          \
    ANY_2(__COUNTER__, setp_half, u32, b32,                                                               \
          "/*setp.lt." #F "x2*/ .reg .pred p, q; .reg .b32 t; setp.lt." #F "x2 p|q, %1, %2; "             \
          "selp.u32 %0, 1, 0, p; selp.u32 t, 65536, 0, q; or.b32 %0, %0, t", exact,                       \
          pair_words(F), PAIR(2, is_less(F, x[0], x[1])))                                                 \
    ANY_2(__COUNTER__, set_half, b16, b16, "set.lt." #F "." #F " %0, %1, %2", exact, edge_words(F),       \
          is_less(F, x[0], x[1]) ? F.one() : 0)                                                           \
    ANY_2(__COUNTER__, set_half, b32, b32, "set.lt." #F "x2." #F "x2 %0, %1, %2", exact, pair_words(F),   \
          PAIR(2, is_less(F, x[0], x[1]) ? F.one() : 0))                                                  \
    ANY_2(__COUNTER__, set_half, b32, b32, "set.lt.u32." #F "x2 %0, %1, %2", exact, pair_words(F),        \
          PAIR(2, is_less(F, x[0], x[1]) ? 0xffff : 0))                                                   \
    ANY_2(__COUNTER__, set_half, u32, b16, "set.lt.u32." #F " %0, %1, %2", exact, edge_words(F),          \
          is_less(F, x[0], x[1]) ? 0xffffffff : 0)
BOTH_FORMATS(M)
#undef M

// Conversions.
#define M(F)                                                                                              \
    ANY_1(__COUNTER__, cvt, f32, b16, "cvt.f32." #F, f32, edge_words(F), as_float(F, X(0)))               \
    ANY_1(__COUNTER__, cvt, b16, f32, "cvt.rn." #F ".f32", F, edges<f32>(),                               \
          rounded(F, {from_word<f32>(x[0])}))                                                             \
    ANY_1(__COUNTER__, cvt, b16, f32, "cvt.rz." #F ".f32", F, edges<f32>(),                               \
          rounded(F, {from_word<f32>(x[0])}, Rounding::zero))                                             \
    ANY_1(__COUNTER__, cvt, b16, f32, "cvt.rm." #F ".f32", F, edges<f32>(),                               \
          rounded(F, {from_word<f32>(x[0])}, Rounding::down))                                             \
    ANY_1(__COUNTER__, cvt, b16, f32, "cvt.rp." #F ".f32", F, edges<f32>(),                               \
          rounded(F, {from_word<f32>(x[0])}, Rounding::up))                                               \
    ANY_1(__COUNTER__, cvt_relu, b16, f32, "cvt.rn.relu." #F ".f32", F, edges<f32>(),                     \
          positive(F, rounded(F, {from_word<f32>(x[0])})))                                                \
    ANY_1(__COUNTER__, cvt_relu, b16, f32, "cvt.rz.relu.satfinite." #F ".f32", F, edges<f32>(),           \
          positive(F, rounded(F, {finite(F, from_word<f32>(x[0]))}, Rounding::zero)))                     \
    ANY_1(__COUNTER__, cvt_satfinite, b16, f32, "cvt.rn.satfinite." #F ".f32", F, edges<f32>(),           \
          rounded(F, {finite(F, from_word<f32>(x[0]))}))                                                  \
    ANY_1(__COUNTER__, cvt, b16, f64, "cvt.rn." #F ".f64", F, edges<f64>(),                               \
          rounded(F, {from_word<f64>(x[0])}))                                                             \
    ANY_1(__COUNTER__, cvt, b16, s32, "cvt.rn." #F ".s32", F, edges<s32>(),                               \
          rounded(F, {static_cast<double>(from_word<s32>(x[0]))}))                                        \
    ANY_2(__COUNTER__, cvt_pack, b32, f32, "cvt.rn." #F "x2.f32 %0, %1, %2", F##x2, edges<f32>(),         \
          packed(rounded(F, {from_word<f32>(x[0])}), rounded(F, {from_word<f32>(x[1])})))
BOTH_FORMATS(M)
#undef M

// Each thread on a cell of its own: what is in it afterwards, and what the atomic gave.
#define ATOMIC(n, row, T, text, give, F, words, host)                                                     \
    struct JOIN(Op, n) {                                                                                  \
        static __device__ u64 run(T a, T b) {                                                             \
            __shared__ u32 cells[32];                                                                     \
            cells[threadIdx.x] = a;                                                                       \
            T before = 0;                                                                                 \
            asm volatile(text give : "+" REG_##T(before)                                                  \
                         : "l"(__cvta_generic_to_shared(cells + threadIdx.x)), REG_##T(b)                 \
                         : "memory");                                                                     \
            return cells[threadIdx.x] | u64{before} << 32;                                                \
        }                                                                                                 \
    };                                                                                                    \
    ADD_CASE(n, row, text, {Comparison::Kind::exact}, combined({words, words}), 2, host, T, T)
#define M(F)                                                                                              \
    ATOMIC(__COUNTER__, atom_add_half, b16, "atom.shared.add.noftz." #F, " %0, [%1], %2;", F,             \
           edge_words(F), sum(F, X(0), X(1)) | x[0] << 32)                                                \
    ATOMIC(__COUNTER__, atom_add_half, b32, "atom.shared.add.noftz." #F "x2", " %0, [%1], %2;", F,        \
           pair_words(F), PAIR(2, sum(F, X(0), X(1))) | x[0] << 32)                                       \
    ATOMIC(__COUNTER__, red_add_half, b16, "red.shared.add.noftz." #F, " [%1], %2;", F, edge_words(F),    \
           sum(F, X(0), X(1)))                                                                            \
    ATOMIC(__COUNTER__, red_add_half, b32, "red.shared.add.noftz." #F "x2", " [%1], %2;", F,              \
           pair_words(F), PAIR(2, sum(F, X(0), X(1))))
BOTH_FORMATS(M)
#undef M

} // namespace conformance::half
