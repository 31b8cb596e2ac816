// Loads and stores in every space and type, and addresses.

#include "conformance.cuh"

namespace conformance::memory {
namespace {

// Words that differ in all of their bytes. They are initialized before the kernel begins, as ld.const and ld.nc
// require.
#define PATTERN(n) static_cast<u32>((n)*0x9e3779b1U ^ 0x00c0ffee)
#define FOUR(n) PATTERN(n), PATTERN(n + 1), PATTERN(n + 2), PATTERN(n + 3)
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
#define ALL_WORDS \
    SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), SIXTEEN(64), SIXTEEN(80), SIXTEEN(96), SIXTEEN(112)
__device__ u32 global_words[128] = {ALL_WORDS};
__constant__ u32 constant_words[128] = {ALL_WORDS};
__device__ u32 written_words[128];

// 16 bytes per thread in each space, filled with a pattern; returns an address that the space's instructions accept.
__device__ u64 in_global(u32 thread) { return __cvta_generic_to_global(global_words + 4 * thread); }
__device__ u64 in_generic(u32 thread) { return reinterpret_cast<u64>(global_words + 4 * thread); }
__device__ u64 in_const(u32 thread) { return __cvta_generic_to_constant(constant_words + 4 * thread); }
__device__ u64 in_shared(u32 thread) {
    __shared__ __align__(16) u32 words[128];
    for (u32 n = 4 * thread; n < 4 * thread + 4; ++n) words[n] = PATTERN(n);
    return __cvta_generic_to_shared(words + 4 * thread);
}
// Destinations of stores.
__device__ u64 for_global(u32 thread) {
    for (u32 n = 4 * thread; n < 4 * thread + 4; ++n) written_words[n] = PATTERN(n);
    return __cvta_generic_to_global(written_words + 4 * thread);
}
__device__ u64 for_shared(u32 thread) { return in_shared(thread); }

} // namespace

// Tables from here on.
// clang-format off

// The register type for a type: there are no 8-bit registers.
#define HELD_b8 u32
#define HELD_u8 u32
#define HELD_s8 s32
#define HELD_b16 u16
#define HELD_u16 u16
#define HELD_s16 s16
#define HELD_b32 u32
#define HELD_u32 u32
#define HELD_s32 s32
#define HELD_b64 u64
#define HELD_u64 u64
#define HELD_s64 s64
#define HELD_f32 f32
#define HELD_f64 f64
#define CONSTRAINT_b8 "r"
#define CONSTRAINT_u8 "r"
#define CONSTRAINT_s8 "r"
#define CONSTRAINT_b16 "h"
#define CONSTRAINT_u16 "h"
#define CONSTRAINT_s16 "h"
#define CONSTRAINT_b32 "r"
#define CONSTRAINT_u32 "r"
#define CONSTRAINT_s32 "r"
#define CONSTRAINT_b64 "l"
#define CONSTRAINT_u64 "l"
#define CONSTRAINT_s64 "l"
#define CONSTRAINT_f32 "f"
#define CONSTRAINT_f64 "d"

#define FOR_SCALARS(X, arguments)                                                                \
    X(b8, arguments)                                                                             \
    X(b16, arguments) X(b32, arguments) X(b64, arguments) X(u8, arguments) X(u16, arguments)     \
    X(u32, arguments) X(u64, arguments) X(s8, arguments) X(s16, arguments) X(s32, arguments)     \
    X(s64, arguments) X(f32, arguments) X(f64, arguments)

// Loads. `space` is also part of the name of the function that fills the memory.
#define LOAD(row, T, text, space)                \
    KERNEL_CASE(row, text "." #T, 1, 32, 1) {    \
        HELD_##T value;                          \
        asm volatile(text "." #T " %0, [%1];"    \
                     : "=" CONSTRAINT_##T(value) \
                     : "l"(in_##space(thread))   \
                     : "memory");                \
        out[0] = to_word(value);                 \
    }
#define LOAD_TWO(row, T, text, space)                               \
    KERNEL_CASE(row, text ".v2." #T, 1, 32, 2) {                    \
        HELD_##T a, b;                                              \
        asm volatile(text ".v2." #T " {%0, %1}, [%2];"              \
                     : "=" CONSTRAINT_##T(a), "=" CONSTRAINT_##T(b) \
                     : "l"(in_##space(thread))                      \
                     : "memory");                                   \
        out[0] = to_word(a);                                        \
        out[1] = to_word(b);                                        \
    }
#define LOAD_FOUR(row, T, text, space)                                                      \
    KERNEL_CASE(row, text ".v4." #T, 1, 32, 4) {                                            \
        HELD_##T a, b, c, e;                                                                \
        asm volatile(text ".v4." #T " {%0, %1, %2, %3}, [%4];"                              \
                     : "=" CONSTRAINT_##T(a), "=" CONSTRAINT_##T(b), "=" CONSTRAINT_##T(c), \
                       "=" CONSTRAINT_##T(e)                                                \
                     : "l"(in_##space(thread))                                              \
                     : "memory");                                                           \
        out[0] = to_word(a);                                                                \
        out[1] = to_word(b);                                                                \
        out[2] = to_word(c);                                                                \
        out[3] = to_word(e);                                                                \
    }

// Stores over the pattern, which is then read back as words.
#define READ_BACK(space)                                                                           \
    for (u32 n = 0; n < 4; ++n) {                                                                  \
        u32 word;                                                                                  \
        asm volatile("ld." space ".u32 %0, [%1];" : "=r"(word) : "l"(address + 4 * n) : "memory"); \
        out[n] = word;                                                                             \
    }
#define STORE(row, T, text, space)                                                               \
    KERNEL_CASE(row, text "." #T, 1, 32, 4) {                                                    \
        const u64 address = for_##space(thread);                                                 \
        const HELD_##T value = static_cast<HELD_##T>(0x0123456789abcdefULL * (thread + 1) >> 7); \
        asm volatile(text "." #T " [%0], %1;" ::"l"(address), CONSTRAINT_##T(value) : "memory"); \
        READ_BACK(#space)                                                                        \
    }
#define STORE_TWO(row, T, text, space)                                                           \
    KERNEL_CASE(row, text ".v2." #T, 1, 32, 4) {                                                 \
        const u64 address = for_##space(thread);                                                 \
        const HELD_##T value = static_cast<HELD_##T>(0x0123456789abcdefULL * (thread + 1) >> 7); \
        asm volatile(text ".v2." #T " [%0], {%1, %2};" ::"l"(address), CONSTRAINT_##T(value),    \
                     CONSTRAINT_##T(static_cast<HELD_##T>(thread))                               \
                     : "memory");                                                                \
        READ_BACK(#space)                                                                        \
    }
#define STORE_FOUR(row, T, text, space)                                                               \
    KERNEL_CASE(row, text ".v4." #T, 1, 32, 4) {                                                      \
        const u64 address = for_##space(thread);                                                      \
        const HELD_##T value = static_cast<HELD_##T>(0x0123456789abcdefULL * (thread + 1) >> 7);      \
        const HELD_##T other = static_cast<HELD_##T>(thread);                                         \
        asm volatile(text ".v4." #T " [%0], {%1, %2, %1, %2};" ::"l"(address), CONSTRAINT_##T(value), \
                     CONSTRAINT_##T(other)                                                            \
                     : "memory");                                                                     \
        READ_BACK(#space)                                                                             \
    }

// All types in a space; `ld.generic` is the row of instructions without a space.
#define X(T, arguments)                          \
    LOAD(ld_global, T, "ld.global", global)      \
    LOAD(ld_shared, T, "ld.shared", shared)      \
    LOAD(ld_const, T, "ld.const", const)         \
    LOAD(ld_generic, T, "ld", generic)           \
    LOAD(ldu, T, "ldu.global", global)           \
    LOAD_TWO(ld_global, T, "ld.global", global)  \
    LOAD_TWO(ld_shared, T, "ld.shared", shared)  \
    STORE(st_global, T, "st.global", global)     \
    STORE(st_shared, T, "st.shared", shared)     \
    STORE_TWO(st_global, T, "st.global", global) \
    STORE_TWO(st_shared, T, "st.shared", shared)
FOR_SCALARS(X, )
#undef X
#define X(T)                                        \
    LOAD_FOUR(ld_global, T, "ld.global", global)    \
    LOAD_FOUR(ld_global, T, "ld.global.nc", global) \
    LOAD_FOUR(ld_shared, T, "ld.shared", shared)    \
    LOAD_FOUR(ld_const, T, "ld.const", const)       \
    LOAD_FOUR(ld_generic, T, "ld", generic)         \
    STORE_FOUR(st_global, T, "st.global", global)   \
    STORE_FOUR(st_shared, T, "st.shared", shared)
X(u8) X(b16) X(b32) X(u32) X(f32)
#undef X

// Memory orders, scopes and cache hints of a load or store do not change its result here.
#define X(modifiers) LOAD(ld_global, u32, "ld" modifiers, global)
X(".weak.global") X(".volatile.global") X(".relaxed.cta.global") X(".relaxed.gpu.global")
X(".relaxed.sys.global") X(".acquire.cta.global") X(".acquire.gpu.global") X(".acquire.sys.global")
X(".global.ca") X(".global.cg") X(".global.cs") X(".global.lu") X(".global.cv") X(".global.nc")
X(".global.nc.L1::no_allocate.L2::128B") X(".global.L1::evict_last") X(".global.L1::evict_first.L2::64B")
X(".global.L2::256B")
#undef X
#define X(modifiers) LOAD(ld_shared, u32, "ld" modifiers ".shared", shared)
X(".volatile") X(".relaxed.cta") X(".acquire.cta") X(".weak")
#undef X
#define X(modifiers) LOAD(ld_generic, u64, "ld" modifiers, generic)
X(".volatile") X(".relaxed.gpu") X(".acquire.sys")
#undef X
#define X(modifiers) STORE(st_global, u32, "st" modifiers, global)
X(".weak.global") X(".volatile.global") X(".relaxed.cta.global") X(".relaxed.gpu.global")
X(".relaxed.sys.global") X(".release.cta.global") X(".release.gpu.global") X(".release.sys.global")
X(".global.wb") X(".global.cg") X(".global.cs") X(".global.wt") X(".global.L1::no_allocate")
X(".global.L1::evict_first")
#undef X
#define X(modifiers) STORE(st_shared, u32, "st" modifiers ".shared", shared)
X(".volatile") X(".relaxed.cta") X(".release.cta")
#undef X

// Generic stores: a global address is the same in generic space.
#define X(T)                                                                                              \
    KERNEL_CASE(st_generic, "st." #T, 1, 32, 4) {                                                         \
        const u64 address = for_global(thread);                                                           \
        asm volatile("st." #T " [%0], %1;" ::"l"(address), CONSTRAINT_##T(static_cast<HELD_##T>(~thread)) \
                     : "memory");                                                                         \
        READ_BACK("global")                                                                               \
    }
X(u8) X(u16) X(u32) X(u64) X(f32) X(f64)
#undef X
KERNEL_CASE(st_generic, "st.v4.u32-shared", 1, 32, 4) {
    const u64 address = for_shared(thread);
    u64 generic;
    asm volatile("cvta.shared.u64 %0, %1;" : "=l"(generic) : "l"(address));
    asm volatile("st.v4.u32 [%0], {%1, %2, %1, %2};" ::"l"(generic), "r"(thread), "r"(~thread) : "memory");
    READ_BACK("shared")
}

// Local memory, written and read by each lane in all types, also through generic addresses.
#define X(T, arguments)                                                                                    \
    KERNEL_CASE(ld_local, "ld.local." #T, 1, 32, 1) {                                                      \
        HELD_##T value;                                                                                    \
        asm volatile("{ .local .align 16 .b8 space[32]; st.local.v2.u32 [space+8], {%1, %2}; ld.local." #T \
                     " %0, [space+8]; }"                                                                   \
                     : "=" CONSTRAINT_##T(value)                                                           \
                     : "r"(PATTERN(thread)), "r"(PATTERN(thread + 77)));                                   \
        out[0] = to_word(value);                                                                           \
    }                                                                                                      \
    KERNEL_CASE(st_local, "st.local." #T, 1, 32, 1) {                                                      \
        u64 value;                                                                                         \
        asm volatile("{ .local .align 16 .b8 space[32]; st.local.u64 [space+16], %2; st.local." #T         \
                     " [space+16], %1; ld.local.u64 %0, [space+16]; }"                                     \
                     : "=l"(value)                                                                         \
                     : CONSTRAINT_##T(static_cast<HELD_##T>(PATTERN(thread))),                             \
                       "l"(0x1111111111111111ULL * thread));                                               \
        out[0] = value;                                                                                    \
    }
FOR_SCALARS(X, )
#undef X
KERNEL_CASE(ld_local, "ld.local.v4.u32", 1, 32, 4) {
    u32 a, b, c, e;
    asm volatile("{ .local .align 16 .b8 space[16]; st.local.v4.u32 [space], {%4, %5, %4, %5}; "
                 "ld.local.v4.u32 {%0, %1, %2, %3}, [space]; }"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(e)
                 : "r"(PATTERN(thread)), "r"(~thread));
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = e;
}
KERNEL_CASE(ld_generic, "ld.u32-local", 1, 32, 1) {
    u32 value;
    asm volatile(
        "{ .local .align 4 .b8 space[16]; .reg .b64 a; st.local.u32 [space+4], %1; mov.u64 a, space; "
        "cvta.local.u64 a, a; ld.u32 %0, [a+4]; }"
        : "=r"(value)
        : "r"(PATTERN(thread)));
    out[0] = value;
}
KERNEL_CASE(ld_generic, "ld.u32-shared", 1, 32, 1) {
    u32 value;
    asm volatile("{ .reg .b64 a; cvta.shared.u64 a, %1; ld.u32 %0, [a+8]; }"
                 : "=r"(value)
                 : "l"(in_shared(thread))
                 : "memory");
    out[0] = value;
}

// Conversions of addresses between spaces, and back.
#define X(space)                                                                                 \
    KERNEL_CASE(cvta, "cvta." #space ".u64", 1, 32, 1) {                                         \
        u32 value;                                                                               \
        asm volatile("{ .reg .b64 a; cvta." #space ".u64 a, %1; ld.u32 %0, [a+4]; }"             \
                     : "=r"(value)                                                               \
                     : "l"(in_##space(thread))                                                   \
                     : "memory");                                                                \
        out[0] = value;                                                                          \
    }                                                                                            \
    KERNEL_CASE(cvta, "cvta.to." #space ".u64", 1, 32, 1) {                                      \
        const u64 address = in_##space(thread);                                                  \
        u64 back;                                                                                \
        asm volatile("{ .reg .b64 a; cvta." #space ".u64 a, %1; cvta.to." #space ".u64 %0, a; }" \
                     : "=l"(back)                                                                \
                     : "l"(address));                                                            \
        out[0] = back == address;                                                                \
    }
X(global) X(shared) X(const)
#undef X

// Bit n: whether the address is in space n.
    __device__ u32 spaces_of(const void* generic) {
    u32 found = 0;
    asm volatile("{ .reg .pred p; .reg .b32 t;\n"
                 "isspacep.global p, %1; selp.u32 %0, 1, 0, p;\n"
                 "isspacep.shared p, %1; selp.u32 t, 2, 0, p; or.b32 %0, %0, t;\n"
                 "isspacep.local p, %1; selp.u32 t, 4, 0, p; or.b32 %0, %0, t; }"
                 : "=&r"(found)
                 : "l"(generic));
    return found;
}
KERNEL_CASE(isspacep, "isspacep", 1, 32, 3) {
    __shared__ u32 shared_word;
    volatile u32 local_words[4] = {thread};
    out[0] = spaces_of(global_words + thread);
    out[1] = spaces_of(&shared_word);
    out[2] = spaces_of(const_cast<const u32*>(local_words) + thread % 4);
}

KERNEL_CASE(prefetch, "prefetch.global", 1, 32, 1) {
    asm volatile("prefetch.global.L1 [%0]; prefetch.global.L2 [%0];" ::"l"(in_global(thread)));
    asm volatile("prefetch.L1 [%0]; prefetch.L2 [%0];" ::"l"(in_generic(thread)));
    out[0] = thread;
}

// Parameters of kernels and of functions.
struct Mixed {
    u8 byte;
    s16 half;
    u32 word;
    f64 number;
    u32 quad[3];
};
__device__ __noinline__ Mixed changed(Mixed mixed, u32 by, f32 factor, u64 wide, s8 small) {
    mixed.byte = static_cast<u8>(mixed.byte + by);
    mixed.half = static_cast<s16>(mixed.half - small);
    mixed.number *= static_cast<f64>(factor);
    mixed.quad[by % 3] ^= static_cast<u32>(wide >> 5);
    return mixed;
}
__global__ void with_parameters(Word* out, Mixed mixed, u8 byte, s8 small, u16 half, f32 single, f64 twice) {
    const u32 thread = threadIdx.x;
    const Mixed result = changed(mixed, thread + byte, single, 0x123456789abcdefULL * thread, small);
    Word* mine = out + 8 * thread;
    mine[0] = result.byte;
    mine[1] = static_cast<u64>(static_cast<s64>(result.half));
    mine[2] = result.word + half;
    mine[3] = to_word(result.number + twice);
    mine[4] = result.quad[0];
    mine[5] = result.quad[1];
    mine[6] = result.quad[2];
    mine[7] = static_cast<u64>(static_cast<s64>(small));
}
Words run_with_parameters() {
    const DeviceWords results(8 * 32);
    const Mixed mixed = {200, -1234, 0xdeadbeef, 0.125, {1, 22, 333}};
    with_parameters<<<1, 32>>>(results.get(), mixed, 77, -5, 65000, 1.5F, 1e100);
    check(cudaGetLastError(), "launch");
    return results.fetch();
}
const bool added_ld_param = add("ld_param", "ld.param", {}, run_with_parameters);
const bool added_st_param = add("st_param", "st.param", {}, run_with_parameters);


// A 32-bit base address outside of memory, which the offset moves back into memory.
KERNEL_CASE(ld_shared, "ld.shared.u32-negative-base", 1, 32, 1) {
    u32 value;
    asm volatile("ld.shared.u32 %0, [%1+4096];"
                 : "=r"(value)
                 : "r"(static_cast<u32>(in_shared(thread)) - 4096)
                 : "memory");
    out[0] = value;
}

} // namespace conformance::memory
