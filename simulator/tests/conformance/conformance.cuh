#pragma once

/// @file
/// Cases of the conformance programs: PTX instructions, executed on edge-case operands.
///
/// The program runs on a GPU and under the simulator. Its output on a GPU is committed, and the simulator must
/// reproduce it: a hash of the results of exact instructions, and the results of approximate ones within an error
/// bound.

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

namespace conformance {

// Types under their PTX names.
using u8 = std::uint8_t;
using s8 = std::int8_t;
using u16 = std::uint16_t;
using s16 = std::int16_t;
using u32 = std::uint32_t;
using s32 = std::int32_t;
using u64 = std::uint64_t;
using s64 = std::int64_t;
using b16 = u16;
using b32 = u32;
using b64 = u64;
using f32 = float;
using f64 = double;

/// A value of any type, in the lower bits of a word.
using Word = u64;
using Words = std::vector<Word>;

/// How results are compared.
struct Comparison {
    enum class Kind {
        exact,
        f32,
        f64,
        f16,
        f16x2,
        bf16,
        bf16x2,
        approximate_f32,
        approximate_f64,
        approximate_f16,
        approximate_bf16
    };
    Kind kind = Kind::exact;
    // Error bounds of PTX for approximate results; the larger of the two applies.
    double relative = 0;
    double absolute = 0;
};

struct Case {
    std::string row;  ///< row of instructions.def
    std::string name; ///< the instruction with its suffixes, or a longer description
    Comparison comparison;
    Words (*run)();
};

/// Returns all cases of the program, which register themselves before main.
std::vector<Case>& cases();
/// Registers a case. Its name is a comment at the start of @p text, or the text before the first blank.
bool add(const char* row, const char* text, Comparison comparison, Words (*run)());

/// Stops the program if a CUDA call failed.
void check(cudaError_t error, const char* what);

/// Returns operands of type T: edge cases of arithmetic, and some random ones.
template <class T> const Words& edges();
template <> const Words& edges<u16>();
template <> const Words& edges<s16>();
template <> const Words& edges<u32>();
template <> const Words& edges<s32>();
template <> const Words& edges<u64>();
template <> const Words& edges<s64>();
template <> const Words& edges<f32>();
template <> const Words& edges<f64>();

/// Returns rows of operands, one after the other: all combinations of up to two lists; 4096 random ones of three or
/// four lists.
Words combined(const Words& as);
Words combined(const Words& as, const Words& bs);
Words combined(const Words& as, const Words& bs, const Words& cs);
Words combined(const Words& as, const Words& bs, const Words& cs, const Words& es);

template <class T> __host__ __device__ T from_word(Word word) {
    T value;
    memcpy(&value, &word, sizeof value);
    return value;
}
template <class T> __host__ __device__ Word to_word(T value) {
    Word word = 0;
    memcpy(&word, &value, sizeof value);
    return word;
}

/// Active lanes in the runs with partial warps.
constexpr u32 some_lanes = 0x8c3a50f1;

template <class Op, class... A, std::size_t... n>
__device__ Word call_with(const Word* row, std::index_sequence<n...>) {
    return to_word(Op::run(from_word<A>(row[n])...));
}

/// Thread n executes Op on row n if its lane is one of @p lanes.
template <class Op, class... A> __global__ void execute_each(const Word* rows, Word* results, u32 lanes) {
    const u32 n = blockIdx.x * 32 + threadIdx.x;
    if ((lanes >> threadIdx.x & 1) != 0)
        results[n] = call_with<Op, A...>(rows + n * sizeof...(A), std::index_sequence_for<A...>{});
}

/// Device memory of this object's lifetime, initialized with zeros or with @p words.
class DeviceWords {
public:
    explicit DeviceWords(std::size_t count);
    explicit DeviceWords(const Words& words);
    DeviceWords(const DeviceWords&) = delete;
    DeviceWords& operator=(const DeviceWords&) = delete;
    ~DeviceWords();
    Word* get() const { return words_; }
    Words fetch() const;

private:
    Word* words_ = nullptr;
    std::size_t count_;
};

/// Returns the results of @p kernel for all rows of @p operands words each, first with full warps, then with only
/// @ref some_lanes active.
Words run_rows(void (*kernel)(const Word*, Word*, u32), std::size_t operands, const Words& rows);

/// Returns the results of Op for all rows. It has hundreds of instantiations, so the common code is in run_rows().
template <class Op, class... A> Words run_each(const Words& rows) {
    return run_rows(execute_each<Op, A...>, sizeof...(A), rows);
}

template <class T> constexpr Comparison comparison_of() { return {Comparison::Kind::exact}; }
template <> constexpr Comparison comparison_of<f32>() { return {Comparison::Kind::f32}; }
template <> constexpr Comparison comparison_of<f64>() { return {Comparison::Kind::f64}; }

/// Returns the results of a kernel that writes @p words words per thread and takes no other arguments.
Words run_kernel(void (*kernel)(Word*), u32 blocks, u32 threads, u32 words);

/// Runs the child process of the case for trap, and returns its exit status.
int run_trapped();

} // namespace conformance

// The constraint of inline assembly for a type.
#define REG_u16 "h"
#define REG_s16 "h"
#define REG_b16 "h"
#define REG_u32 "r"
#define REG_s32 "r"
#define REG_b32 "r"
#define REG_u64 "l"
#define REG_s64 "l"
#define REG_b64 "l"
#define REG_f32 "f"
#define REG_f64 "d"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

// A case for an instruction with one result, %0, and operands %1, %2, ... on all edge values of their types.
// CASE_2(add_integer, u32, u32, u32, "add.u32 %0, %1, %2")
// If several instructions are needed, a comment gives the name:
// CASE_1(setp_integer, u32, u32, "/*setp.eq.u32*/ .reg .pred p; setp.eq.u32 p, %1, 7; selp.u32 %0, 1, 0, p")
#define CASE_1(row, D, A, line) CASE_1_(__COUNTER__, row, D, A, line, edges<A>())
#define CASE_2(row, D, A, B, line) CASE_2_(__COUNTER__, row, D, A, B, line, edges<A>(), edges<B>())
#define CASE_3(row, D, A, B, C, line) \
    CASE_3_(__COUNTER__, row, D, A, B, C, line, edges<A>(), edges<B>(), edges<C>())
#define CASE_4(row, D, A, B, C, E, line) \
    CASE_4_(__COUNTER__, row, D, A, B, C, E, line, edges<A>(), edges<B>(), edges<C>(), edges<E>())

// The same macros with an explicit list of operands.
#define CASE_1_ON(row, D, A, line, as) CASE_1_(__COUNTER__, row, D, A, line, as)
#define CASE_2_ON(row, D, A, B, line, as, bs) CASE_2_(__COUNTER__, row, D, A, B, line, as, bs)
#define CASE_3_ON(row, D, A, B, C, line, as, bs, cs) CASE_3_(__COUNTER__, row, D, A, B, C, line, as, bs, cs)

#define CASE_1_(n, row, D, A, line, as)                                   \
    struct JOIN(Op, n) {                                                  \
        static __device__ D run(A a) {                                    \
            D d;                                                          \
            asm volatile("{ " line "; }" : "=&" REG_##D(d) : REG_##A(a)); \
            return d;                                                     \
        }                                                                 \
    };                                                                    \
    const bool JOIN(added, n) =                                           \
        add(#row, line, comparison_of<D>(), [] { return run_each<JOIN(Op, n), A>(combined(as)); });
#define CASE_2_(n, row, D, A, B, line, as, bs)                                        \
    struct JOIN(Op, n) {                                                              \
        static __device__ D run(A a, B b) {                                           \
            D d;                                                                      \
            asm volatile("{ " line "; }" : "=&" REG_##D(d) : REG_##A(a), REG_##B(b)); \
            return d;                                                                 \
        }                                                                             \
    };                                                                                \
    const bool JOIN(added, n) = add(#row, line, comparison_of<D>(), [] {              \
        return run_each<JOIN(Op, n), A, B>(combined(as, bs));                       \
    });
#define CASE_3_(n, row, D, A, B, C, line, as, bs, cs)                                             \
    struct JOIN(Op, n) {                                                                          \
        static __device__ D run(A a, B b, C c) {                                                  \
            D d;                                                                                  \
            asm volatile("{ " line "; }" : "=&" REG_##D(d) : REG_##A(a), REG_##B(b), REG_##C(c)); \
            return d;                                                                             \
        }                                                                                         \
    };                                                                                            \
    const bool JOIN(added, n) = add(#row, line, comparison_of<D>(), [] {                          \
        return run_each<JOIN(Op, n), A, B, C>(combined(as, bs, cs));                            \
    });
#define CASE_4_(n, row, D, A, B, C, E, line, as, bs, cs, es)                  \
    struct JOIN(Op, n) {                                                      \
        static __device__ D run(A a, B b, C c, E e) {                         \
            D d;                                                              \
            asm volatile("{ " line "; }"                                      \
                         : "=&" REG_##D(d)                                    \
                         : REG_##A(a), REG_##B(b), REG_##C(c), REG_##E(e));   \
            return d;                                                         \
        }                                                                     \
    };                                                                        \
    const bool JOIN(added, n) = add(#row, line, comparison_of<D>(), [] {      \
        return run_each<JOIN(Op, n), A, B, C, E>(combined(as, bs, cs, es)); \
    });

// A case with more than one instruction: the body of a kernel with `Word* out`, the words of this thread, and
// `thread`.
// KERNEL_CASE(bar_sync, "bar.sync", 1, 64, 1) { out[0] = ...; }
#define KERNEL_CASE(row, name, blocks, threads, words) \
    KERNEL_CASE_(__COUNTER__, row, name, blocks, threads, words)
#define KERNEL_CASE_(n, row, name, blocks, threads, words)                                       \
    __device__ void JOIN(body, n)(Word * out, u32 thread);                                       \
    __global__ void JOIN(kernel, n)(Word * results) {                                            \
        const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;                                \
        JOIN(body, n)(results + thread * (words), thread);                                       \
    }                                                                                            \
    const bool JOIN(added, n) =                                                                  \
        add(#row, name, {}, [] { return run_kernel(JOIN(kernel, n), blocks, threads, words); }); \
    __device__ void JOIN(body, n)([[maybe_unused]] Word * out, [[maybe_unused]] u32 thread)
