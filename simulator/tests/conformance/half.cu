// Half precision, for compute_90.

#include "conformance.cuh"
#include "tests/half_reference.h"

namespace conformance {

// This program has no case for trap.
int run_trapped() { return 0; }

} // namespace conformance

namespace conformance::half {
namespace {

using half_reference::bf16;
using half_reference::f16;
using half_reference::Format;

Words edge_words(const Format& format) {
    Words words;
    for (const u16 bits : half_reference::edges(format)) words.push_back(bits);
    return words;
}

// Pairs: each edge value in the lower half, with another one in the upper half.
Words pair_words(const Format& format) {
    const Words one = edge_words(format);
    Words words;
    for (std::size_t n = 0; n < one.size(); ++n)
        words.push_back(one[n] | one[(n * 7 + 3) % one.size()] << 16);
    return words;
}

__device__ u32 global_cells[4096];

__device__ u32* global_cell() { return global_cells + blockIdx.x * 32 + threadIdx.x; }
__device__ u32* shared_cell() {
    __shared__ u32 cells[32];
    return cells + threadIdx.x;
}

} // namespace

// Tables from here on.
// clang-format off

// A case with one to three operands on single numbers, and one on packed pairs.
#define HALF_1(row, text, format)                                                   \
    ANY_1(__COUNTER__, row, b16, b16, text "." #format, format, edge_words(format)) \
    ANY_1(__COUNTER__, row, b32, b32, text "." #format "x2", format##x2, pair_words(format))
#define HALF_2(row, text, format)                                                \
    HALF_2_(__COUNTER__, row, b16, text "." #format, format, edge_words(format)) \
    HALF_2_(__COUNTER__, row, b32, text "." #format "x2", format##x2, pair_words(format))
#define HALF_3(row, text, format)                                                \
    HALF_3_(__COUNTER__, row, b16, text "." #format, format, edge_words(format)) \
    HALF_3_(__COUNTER__, row, b32, text "." #format "x2", format##x2, pair_words(format))

#define ADD_CASE(n, row, line, comparison, rows, ...) \
    const bool JOIN(added, n) =                       \
        add(#row, line, comparison, [] { return run_each<JOIN(Op, n), __VA_ARGS__>(rows); });

#define HALF_2_(n, row, T, line, kind, words)                                            \
    struct JOIN(Op, n) {                                                                 \
        static __device__ T run(T a, T b) {                                              \
            T d;                                                                         \
            asm volatile(line " %0, %1, %2;" : "=" REG_##T(d) : REG_##T(a), REG_##T(b)); \
            return d;                                                                    \
        }                                                                                \
    };                                                                                   \
    ADD_CASE(n, row, line, {Comparison::Kind::kind}, combined(words, words), T, T)
#define HALF_3_(n, row, T, line, kind, words)                                                            \
    struct JOIN(Op, n) {                                                                                 \
        static __device__ T run(T a, T b, T c) {                                                         \
            T d;                                                                                         \
            asm volatile(line " %0, %1, %2, %3;" : "=" REG_##T(d) : REG_##T(a), REG_##T(b), REG_##T(c)); \
            return d;                                                                                    \
        }                                                                                                \
    };                                                                                                   \
    ADD_CASE(n, row, line, {Comparison::Kind::kind}, combined(words, words, words), T, T, T)

// A case with arbitrary types of its result and operands.
#define ANY_1(n, row, D, A, line, kind, words)                           \
    struct JOIN(Op, n) {                                                 \
        static __device__ D run(A a) {                                   \
            D d;                                                         \
            asm volatile(line " %0, %1;" : "=" REG_##D(d) : REG_##A(a)); \
            return d;                                                    \
        }                                                                \
    };                                                                   \
    ADD_CASE(n, row, line, {Comparison::Kind::kind}, combined(words), A)
#define ANY_2(n, row, D, A, line, kind, words)                                        \
    struct JOIN(Op, n) {                                                              \
        static __device__ D run(A a, A b) {                                           \
            D d;                                                                      \
            asm volatile("{ " line "; }" : "=&" REG_##D(d) : REG_##A(a), REG_##A(b)); \
            return d;                                                                 \
        }                                                                             \
    };                                                                                \
    ADD_CASE(n, row, line, {Comparison::Kind::kind}, combined(words, words), A, A)

#define BOTH_FORMATS(M) M(f16) M(bf16)
#define M(F)                               \
    HALF_2(add_half, "add", F)             \
    HALF_2(add_half, "add.rn", F)          \
    HALF_2(sub_half, "sub", F)             \
    HALF_2(mul_half, "mul", F)             \
    HALF_3(fma_half, "fma.rn", F)          \
    HALF_3(fma_half, "fma.rn.relu", F)     \
    HALF_1(abs_half, "abs", F)             \
    HALF_1(neg_half, "neg", F)             \
    HALF_2(min_half, "min", F)             \
    HALF_2(min_half, "min.NaN", F)         \
    HALF_2(min_half, "min.xorsign.abs", F) \
    HALF_2(max_half, "max", F)             \
    HALF_2(max_half, "max.NaN", F)         \
    HALF_2(max_half, "max.NaN.xorsign.abs", F)
BOTH_FORMATS(M)
#undef M
HALF_2(add_half, "add.sat", f16)
HALF_2(add_half, "add.ftz", f16)
HALF_2(sub_half, "sub.sat", f16)
HALF_2(mul_half, "mul.sat", f16)
HALF_2(mul_half, "mul.ftz", f16)
HALF_3(fma_half, "fma.rn.sat", f16)
HALF_1(abs_half, "abs.ftz", f16)
HALF_1(neg_half, "neg.ftz", f16)
HALF_2(min_half, "min.ftz", f16)

// Approximate functions of single numbers. Their results are recorded in full, and must be equal to the last bit.
ANY_1(__COUNTER__, ex2_half, b16, b16, "ex2.approx.f16", approximate_f16, edge_words(f16))
ANY_1(__COUNTER__, ex2_half, b16, b16, "ex2.approx.ftz.bf16", approximate_bf16, edge_words(bf16))
ANY_1(__COUNTER__, tanh_half, b16, b16, "tanh.approx.f16", approximate_f16, edge_words(f16))
ANY_1(__COUNTER__, tanh_half, b16, b16, "tanh.approx.bf16", approximate_bf16, edge_words(bf16))

// Comparisons.
#define M(F)                                                                                            \
    ANY_2(__COUNTER__, setp_half, u32, b16,                                                             \
          "/*setp.lt." #F "*/ .reg .pred p; setp.lt." #F " p, %1, %2; selp.u32 %0, 1, 0, p", exact,     \
          edge_words(F))                                                                                \
    ANY_2(__COUNTER__, setp_half, u32, b32,                                                             \
          "/*setp.lt." #F "x2*/ .reg .pred p, q; .reg .b32 t; setp.lt." #F "x2 p|q, %1, %2; "           \
          "selp.u32 %0, 1, 0, p; selp.u32 t, 65536, 0, q; or.b32 %0, %0, t", exact, pair_words(F))      \
    ANY_2(__COUNTER__, set_half, b16, b16, "set.lt." #F "." #F " %0, %1, %2", exact, edge_words(F))     \
    ANY_2(__COUNTER__, set_half, b32, b32, "set.lt." #F "x2." #F "x2 %0, %1, %2", exact, pair_words(F)) \
    ANY_2(__COUNTER__, set_half, b32, b32, "set.lt.u32." #F "x2 %0, %1, %2", exact, pair_words(F))      \
    ANY_2(__COUNTER__, set_half, u32, b16, "set.lt.u32." #F " %0, %1, %2", exact, edge_words(F))
BOTH_FORMATS(M)
#undef M

// Conversions.
#define M(F)                                                                                    \
    ANY_1(__COUNTER__, cvt, f32, b16, "cvt.f32." #F, f32, edge_words(F))                        \
    ANY_1(__COUNTER__, cvt, b16, f32, "cvt.rn." #F ".f32", F, edges<f32>())                     \
    ANY_1(__COUNTER__, cvt, b16, f32, "cvt.rz." #F ".f32", F, edges<f32>())                     \
    ANY_1(__COUNTER__, cvt, b16, f32, "cvt.rm." #F ".f32", F, edges<f32>())                     \
    ANY_1(__COUNTER__, cvt, b16, f32, "cvt.rp." #F ".f32", F, edges<f32>())                     \
    ANY_1(__COUNTER__, cvt_relu, b16, f32, "cvt.rn.relu." #F ".f32", F, edges<f32>())           \
    ANY_1(__COUNTER__, cvt_relu, b16, f32, "cvt.rz.relu.satfinite." #F ".f32", F, edges<f32>()) \
    ANY_1(__COUNTER__, cvt_satfinite, b16, f32, "cvt.rn.satfinite." #F ".f32", F, edges<f32>()) \
    ANY_1(__COUNTER__, cvt, b16, f64, "cvt.rn." #F ".f64", F, edges<f64>())                     \
    ANY_1(__COUNTER__, cvt, b16, s32, "cvt.rn." #F ".s32", F, edges<s32>())                     \
    ANY_2(__COUNTER__, cvt_pack, b32, f32, "cvt.rn." #F "x2.f32 %0, %1, %2", F##x2, edges<f32>())
BOTH_FORMATS(M)
#undef M

// Each thread uses a separate cell: tests its final value, and the returned old value.
#define ATOMIC(n, row, T, name, line, give, cell_of, address, words)                                       \
    struct JOIN(Op, n) {                                                                                    \
        static __device__ u64 run(T a, T b) {                                                               \
            u32* cell = cell_of();                                                                          \
            *cell = a;                                                                                      \
            T before = 0;                                                                                   \
            asm volatile(line give : "+" REG_##T(before) : "l"(address(cell)), REG_##T(b) : "memory");      \
            return *cell | u64{before} << 32;                                                               \
        }                                                                                                   \
    };                                                                                                      \
    ADD_CASE(n, row, name, {Comparison::Kind::exact}, combined(words, words), T, T)
#define ATOMICS(F, at, to, cell, address)                                                                   \
    ATOMIC(__COUNTER__, atom_add_half, b16, "atom." at ".add.noftz." #F, "atom" to ".add.noftz." #F,       \
            " %0, [%1], %2;", cell, address, edge_words(F))                                                 \
    ATOMIC(__COUNTER__, atom_add_half, b32, "atom." at ".add.noftz." #F "x2", "atom" to ".add.noftz." #F "x2", \
            " %0, [%1], %2;", cell, address, pair_words(F))                                                 \
    ATOMIC(__COUNTER__, red_add_half, b16, "red." at ".add.noftz." #F, "red" to ".add.noftz." #F,          \
            " [%1], %2;", cell, address, edge_words(F))                                                     \
    ATOMIC(__COUNTER__, red_add_half, b32, "red." at ".add.noftz." #F "x2", "red" to ".add.noftz." #F "x2", \
            " [%1], %2;", cell, address, pair_words(F))
#define M(F)                                                                     \
    ATOMICS(F, "shared", ".shared", shared_cell, __cvta_generic_to_shared)       \
    ATOMICS(F, "global", ".global", global_cell, __cvta_generic_to_global)       \
    ATOMICS(F, "generic-shared", "", shared_cell, reinterpret_cast<u64>)         \
    ATOMICS(F, "generic-global", "", global_cell, reinterpret_cast<u64>)
BOTH_FORMATS(M)
#undef M

} // namespace conformance::half
