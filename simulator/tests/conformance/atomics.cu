// Atomics: each lane on a separate address, to test return values, and all on one address, to test the final value.

#include <cmath>

#include "conformance.cuh"

namespace conformance::atomics {
namespace {

__device__ u64 global_cells[4096];

// Returns the thread's own cell, initialized with `value`.
__device__ u64* own_global(u32 thread, u64 value) {
    global_cells[thread] = value;
    return global_cells + thread;
}
__device__ u64* own_shared(u32 thread, u64 value) {
    __shared__ u64 cells[64];
    cells[thread] = value;
    return cells + thread;
}
__device__ u64 address_in_global(u64* cell) { return __cvta_generic_to_global(cell); }
__device__ u64 address_in_shared(u64* cell) { return __cvta_generic_to_shared(cell); }

__device__ u64 generic_address(u64* cell) { return reinterpret_cast<u64>(cell); }

// Index of a cell that no other thread of the launch uses, or no other thread of the block.
__device__ u32 thread_of_global() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ u32 thread_of_shared() { return threadIdx.x; }

__device__ f32 rounded_product(f32 a, f32 b) { return __fmul_rn(a, b); }
__device__ f64 rounded_product(f64 a, f64 b) { return __dmul_rn(a, b); }

template <class T> Words finite() {
    Words words;
    for (const Word word : edges<T>())
        if (std::isfinite(from_word<T>(word))) words.push_back(word);
    return words;
}

// Initial values of the cells, and operands: a few pairs that cover every rule.
__device__ u64 initial(u32 thread) {
    const u64 values[] = {0, 1, 5, ~0ULL, 0x7fffffff7fffffffULL, 0x8000000080000000ULL, 0x123456789abcdef0ULL,
                          10};
    return values[thread % 8];
}
__device__ u64 operand(u32 thread) {
    const u64 values[] = {1, 5, ~0ULL, 10};
    return values[thread / 8];
}

} // namespace

// Tables from here on.
// clang-format off

// `atom` tests the returned old value and the final value, `red` only the final value.
#define ATOM(row, text, T, space)                                                              \
    KERNEL_CASE(row, "atom." #space "." text "." #T, 1, 32, 2) {                               \
        u64* cell = own_##space(thread, initial(thread));                                      \
        T before;                                                                              \
        asm volatile("atom." #space "." text "." #T " %0, [%1], %2;"                           \
                     : "=" REG_##T(before)                                                     \
                     : "l"(address_in_##space(cell)), REG_##T(static_cast<T>(operand(thread))) \
                     : "memory");                                                              \
        out[0] = to_word(before);                                                              \
        out[1] = *cell;                                                                        \
    }
#define RED(row, text, T, space)                                                                 \
    KERNEL_CASE(row, "red." #space "." text "." #T, 1, 32, 1) {                                  \
        u64* cell = own_##space(thread, initial(thread));                                        \
        asm volatile("red." #space "." text "." #T " [%0], %1;" ::"l"(address_in_##space(cell)), \
                     REG_##T(static_cast<T>(operand(thread)))                                    \
                     : "memory");                                                                \
        out[0] = *cell;                                                                          \
    }
#define BOTH_SPACES(X, row, text, T) X(row, text, T, global) X(row, text, T, shared)
#define ATOM_AND_RED(name, text, T) \
    BOTH_SPACES(ATOM, atom_##name, text, T) BOTH_SPACES(RED, red_##name, text, T)

#define X(op) ATOM_AND_RED(bitwise, op, b32) ATOM_AND_RED(bitwise, op, b64)
X("and") X("or") X("xor")
#undef X
BOTH_SPACES(ATOM, atom_exchange, "exch", b32) BOTH_SPACES(ATOM, atom_exchange, "exch", b64)
ATOM_AND_RED(add, "add", u32) ATOM_AND_RED(add, "add", s32) ATOM_AND_RED(add, "add", u64)
#define X(T) ATOM_AND_RED(min_max, "min", T) ATOM_AND_RED(min_max, "max", T)
X(u32) X(s32) X(u64) X(s64)
#undef X
ATOM_AND_RED(inc_dec, "inc", u32) ATOM_AND_RED(inc_dec, "dec", u32)

#define COMPARE_SWAP(T, space)                                                         \
    KERNEL_CASE(atom_compare_swap, "atom." #space ".cas." #T, 1, 32, 2) {              \
        u64* cell = own_##space(thread, initial(thread));                              \
        T before;                                                                      \
        asm volatile("atom." #space ".cas." #T " %0, [%1], %2, %3;"                    \
                     : "=" REG_##T(before)                                             \
                     : "l"(address_in_##space(cell)),                                  \
                       REG_##T(static_cast<T>(thread % 2 == 0 ? initial(thread) : 3)), \
                       REG_##T(static_cast<T>(0xabcdef0123456789ULL + thread))         \
                     : "memory");                                                      \
        out[0] = to_word(before);                                                      \
        out[1] = *cell;                                                                \
    }
COMPARE_SWAP(b16, global) COMPARE_SWAP(b16, shared) COMPARE_SWAP(b32, global) COMPARE_SWAP(b32, shared)
COMPARE_SWAP(b64, global) COMPARE_SWAP(b64, shared)

// Floating-point sums of finite numbers. The products are rounded explicitly: ptxas may replace atomics on shared
// memory by additions, and would contract a product into them (FMA).
#define FLOAT_SUM(T, space)                                                                      \
    KERNEL_CASE(atom_add, "atom." #space ".add." #T, 1, 32, 2) {                                 \
        u64* cell = own_##space(thread, to_word(static_cast<T>(0.1) * static_cast<T>(thread)));  \
        T before;                                                                                \
        asm volatile("atom." #space ".add." #T " %0, [%1], %2;"                                  \
                     : "=" REG_##T(before)                                                       \
                     : "l"(address_in_##space(cell)),                                            \
                       REG_##T(rounded_product(static_cast<T>(1e-3), static_cast<T>(thread * thread))) \
                     : "memory");                                                                \
        out[0] = to_word(before);                                                                \
        out[1] = *cell;                                                                          \
    }                                                                                            \
    KERNEL_CASE(red_add, "red." #space ".add." #T, 1, 32, 1) {                                   \
        u64* cell = own_##space(thread, to_word(static_cast<T>(-7.3) * static_cast<T>(thread))); \
        asm volatile("red." #space ".add." #T " [%0], %1;" ::"l"(address_in_##space(cell)),      \
                     REG_##T(static_cast<T>(3e3))                                                \
                     : "memory");                                                                \
        out[0] = *cell;                                                                          \
    }
FLOAT_SUM(f32, global) FLOAT_SUM(f32, shared) FLOAT_SUM(f64, global) FLOAT_SUM(f64, shared)

// Sums of all finite edge cases, mainly subnormal numbers: tests both the final value of the cell and the
// old value.
#define EACH_SUM(row, T, name, line, give, space, address, result)                         \
    EACH_SUM_(__COUNTER__, row, T, name, line, give, space, address, result)
#define EACH_SUM_(n, row, T, name, line, give, space, address, result)                      \
    struct JOIN(Op, n) {                                                                    \
        static __device__ T run(T a, T b) {                                                 \
            u64* cell = own_##space(thread_of_##space(), to_word(a));                       \
            T before = 0;                                                                   \
            asm volatile(line give : "+" REG_##T(before) : "l"(address(cell)), REG_##T(b) : "memory"); \
            return result;                                                                  \
        }                                                                                   \
    };                                                                                      \
    const bool JOIN(added, n) = add(#row, name, comparison_of<T>(), [] {                    \
        return run_each<JOIN(Op, n), T, T>(combined(finite<T>(), finite<T>()));             \
    });
#define EACH_SUM_AT(T, at, to, space, address)                                                              \
    EACH_SUM(atom_add, T, "atom." at ".add." #T "-after", "atom" to ".add." #T, " %0, [%1], %2;", space,    \
             address, from_word<T>(*cell))                                                                  \
    EACH_SUM(atom_add, T, "atom." at ".add." #T "-before", "atom" to ".add." #T, " %0, [%1], %2;", space,   \
             address, before)                                                                               \
    EACH_SUM(red_add, T, "red." at ".add." #T "-after", "red" to ".add." #T, " [%1], %2;", space, address, \
             from_word<T>(*cell))
#define X(T)                                                            \
    EACH_SUM_AT(T, "global", ".global", global, address_in_global)      \
    EACH_SUM_AT(T, "shared", ".shared", shared, address_in_shared)      \
    EACH_SUM_AT(T, "generic-global", "", global, generic_address)       \
    EACH_SUM_AT(T, "generic-shared", "", shared, generic_address)
X(f32) X(f64)
#undef X

// Memory orders and scopes, and generic addresses.
#define X(modifiers)                                                                                  \
    KERNEL_CASE(atom_add, "atom" modifiers ".add.u32", 1, 32, 2) {                                    \
        u64* cell = own_global(thread, thread);                                                       \
        u32 before;                                                                                   \
        asm volatile("atom" modifiers ".add.u32 %0, [%1], 3;" : "=r"(before) : "l"(cell) : "memory"); \
        out[0] = before;                                                                              \
        out[1] = *cell;                                                                               \
    }
X("") X(".relaxed.cta") X(".acquire.gpu") X(".release.sys") X(".acq_rel.gpu") X(".acq_rel.gpu.global")
#undef X
KERNEL_CASE(atom_add, "atom.add.u32-shared", 1, 32, 2) {
    u64* cell = own_shared(thread, thread);
    u32 before;
    asm volatile("atom.add.u32 %0, [%1], 3;" : "=r"(before) : "l"(cell) : "memory");
    out[0] = before;
    out[1] = *cell;
}

// All threads on a few cells: the sums do not depend on the order.
KERNEL_CASE(atom_add, "atom.shared.add-crowd", 1, 256, 1) {
    __shared__ u64 cells[4];
    __shared__ f32 sum;
    if (thread < 4) cells[thread] = 0;
    if (thread == 0) sum = 0;
    __syncthreads();
    atomicAdd(reinterpret_cast<unsigned long long*>(cells + thread % 4), thread);
    atomicAdd(&sum, static_cast<f32>(thread));
    __syncthreads();
    out[0] = cells[thread % 4] + to_word(sum);
}
KERNEL_CASE(red_min_max, "red.crowd", 1, 256, 1) {
    __shared__ s32 low, high;
    __shared__ u32 bits, wraps;
    if (thread == 0) {
        low = 1000;
        high = -1000;
        bits = 0;
        wraps = 0;
    }
    __syncthreads();
    const s32 value = static_cast<s32>(thread * 37 % 501) - 250;
    asm volatile("red.shared.min.s32 [%0], %1;" ::"l"(__cvta_generic_to_shared(&low)), "r"(value) : "memory");
    asm volatile("red.shared.max.s32 [%0], %1;" ::"l"(__cvta_generic_to_shared(&high)), "r"(value)
                 : "memory");
    asm volatile("red.shared.or.b32 [%0], %1;" ::"l"(__cvta_generic_to_shared(&bits)), "r"(1U << thread % 19)
                 : "memory");
    asm volatile("red.shared.inc.u32 [%0], %1;" ::"l"(__cvta_generic_to_shared(&wraps)), "r"(99) : "memory");
    __syncthreads();
    out[0] = static_cast<u32>(low) ^ static_cast<u64>(static_cast<u32>(high)) << 20 ^ u64{bits} << 40 ^ wraps;
}


} // namespace conformance::atomics
