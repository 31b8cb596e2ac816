// Control flow: branches, calls, exits; barriers, fences and asynchronous copies.

#include <cstdlib>
#include <iostream>

#include <unistd.h>

#include "conformance.cuh"

namespace conformance::control {

// Nested branches and loops whose lanes leave at different times.
KERNEL_CASE(bra, "bra", 2, 64, 1) {
    u64 value = thread;
    for (u32 n = 0; n <= thread % 7; ++n) {
        if ((thread + n) % 3 == 0) {
            value = value * 31 + n;
            if (value % 5 == 0) continue;
            if (value % 11 == 0) break;
        } else if (thread % 2 == 0) {
            value ^= value << 7;
        }
        value += 1;
    }
    out[0] = value;
}
KERNEL_CASE(bra, "bra.uni", 1, 32, 1) {
    u32 value;
    asm volatile("{ .reg .pred p;\nmov.u32 %0, 1;\nbra.uni OVER;\nmov.u32 %0, 2;\nOVER:\n"
                 "setp.gt.u32 p, %1, 9;\n@p bra AGAIN;\nadd.u32 %0, %0, 10;\n@!p bra DONE;\nAGAIN:\n"
                 "add.u32 %0, %0, 100;\nDONE:\n}"
                 : "=&r"(value)
                 : "r"(thread));
    out[0] = value;
}

KERNEL_CASE(brx, "brx.idx", 1, 32, 1) {
    u32 value;
    asm volatile("{ .reg .b32 n;\nrem.u32 n, %1, 3;\nPLACES: .branchtargets FIRST, SECOND, THIRD;\nbrx.idx "
                 "n, PLACES;\n"
                 "FIRST:\nmov.u32 %0, 100;\nbra END;\nSECOND:\nmul.lo.u32 %0, %1, 7;\nbra END;\n"
                 "THIRD:\nadd.u32 %0, %1, 1000;\nEND:\n}"
                 : "=&r"(value)
                 : "r"(thread));
    out[0] = value;
}
KERNEL_CASE(brx, "brx.idx.uni", 1, 32, 1) {
    u32 value;
    asm volatile(
        "{ .reg .b32 n;\nmov.u32 n, 1;\nPLACES: .branchtargets FIRST, SECOND;\nbrx.idx.uni n, PLACES;\n"
        "FIRST:\nmov.u32 %0, 100;\nbra END;\nSECOND:\nmul.lo.u32 %0, %1, 7;\nEND:\n}"
        : "=&r"(value)
        : "r"(thread));
    out[0] = value;
}

// Calls: direct, recursive, and through a function pointer that differs between lanes.
__device__ __noinline__ u64 depth_first(u32 n, u64 seed) {
    if (n == 0) return seed;
    if (n % 2 == 0) return depth_first(n / 2, seed * 3) + n;
    return depth_first(n - 1, seed + 7) ^ depth_first(n / 3, seed);
}
using Unary = u64 (*)(u64);
__device__ __noinline__ u64 twice(u64 x) { return 2 * x; }
__device__ __noinline__ u64 squared(u64 x) { return x * x; }
__device__ __noinline__ u64 inverted(u64 x) { return ~x; }
__device__ Unary functions[] = {twice, squared, inverted};
KERNEL_CASE(call, "call.uni", 1, 32, 1) { out[0] = depth_first(20, 1); }
KERNEL_CASE(call, "call", 1, 64, 1) { out[0] = thread % 5 == 0 ? 0 : depth_first(thread, thread + 1); }
KERNEL_CASE(call, "call-pointer", 1, 32, 1) {
    volatile u32 zero = 0;
    out[0] = functions[thread % 3 + zero](thread + 100);
}

KERNEL_CASE(ret, "ret", 1, 32, 1) {
    out[0] = 1;
    if (thread % 3 == 0) return;
    out[0] = 2;
}
KERNEL_CASE(exit, "exit", 1, 32, 1) {
    out[0] = 1;
    asm volatile("{ .reg .pred p; setp.gt.u32 p, %0, 20; @p exit; }" ::"r"(thread));
    out[0] = 2;
    if (thread == 3) asm volatile("exit;");
    out[0] = 3;
}

// A trap ends all work of a process, so a child process executes it and returns its error code as its exit status.
__global__ void trapped(u32 threads) {
    if (threadIdx.x == threads) asm volatile("trap;");
}
Words run_trap() {
    std::cout.flush();
    const std::string command = "/proc/" + std::to_string(getpid()) + "/exe --trap";
    return {static_cast<Word>(std::system(command.c_str()))};
}
const bool added_trap = add("trap", "trap", {}, run_trap);

// No thread executes it: the effect of a breakpoint without a debugger depends on the driver.
KERNEL_CASE(brkpt, "brkpt", 1, 32, 1) {
    asm volatile("{ .reg .pred p; setp.gt.u32 p, %0, 999; @p brkpt; }" ::"r"(thread));
    out[0] = thread;
}
KERNEL_CASE(nanosleep, "nanosleep.u32", 1, 32, 1) {
    asm volatile("nanosleep.u32 20; nanosleep.u32 %0;" ::"r"(thread));
    out[0] = thread;
}

// Barriers: values written before them are visible after them.
#define EXCHANGE(row, name, line)                 \
    KERNEL_CASE(row, name, 2, 128, 1) {           \
        __shared__ u32 words[128];                \
        words[threadIdx.x] = thread * 7;          \
        asm volatile(line ::: "memory");          \
        out[0] = words[(threadIdx.x + 33) % 128]; \
    }
EXCHANGE(bar_sync, "bar.sync", "bar.sync 0;");
EXCHANGE(bar_sync, "bar.cta.sync", "bar.cta.sync 3;");
EXCHANGE(bar_sync, "bar.sync-count", "bar.sync 1, 128;");
EXCHANGE(barrier_sync, "barrier.sync", "barrier.sync 0;");
EXCHANGE(barrier_sync, "barrier.cta.sync.aligned", "barrier.cta.sync.aligned 2, 128;");
EXCHANGE(membar, "membar", "membar.cta; membar.gl; membar.sys; bar.sync 0;");
EXCHANGE(fence, "fence", "fence.acq_rel.cta; fence.sc.gpu; fence.acq_rel.sys; fence.sc.cta; bar.sync 0;");

// Two warps write and only arrive, the other two wait for them.
#define ARRIVE(row, name, sync, arrive)        \
    KERNEL_CASE(row, name, 1, 128, 1) {        \
        __shared__ u32 words[64];              \
        out[0] = 1;                            \
        if (thread < 64) {                     \
            words[thread] = thread * 5;        \
            asm volatile(arrive ::: "memory"); \
        } else {                               \
            asm volatile(sync ::: "memory");   \
            out[0] = words[127 - thread];      \
        }                                      \
    }
ARRIVE(bar_arrive, "bar.arrive", "bar.sync 4, 128;", "bar.arrive 4, 128;");
ARRIVE(barrier_arrive, "barrier.arrive", "barrier.sync 5, 128;", "barrier.arrive 5, 128;");

#define REDUCTION(row, text, who, condition)                          \
    KERNEL_CASE(row, text "-" who, 1, 96, 1) {                        \
        u32 value;                                                    \
        const u32 holds = (condition) ? 1 : 0;                        \
        asm volatile("{ .reg .pred p, q; setp.ne.u32 q, %1, 0; " text \
                     ".pred p, 1, q; selp.u32 %0, 1, 0, p; }"         \
                     : "=r"(value)                                    \
                     : "r"(holds)                                     \
                     : "memory");                                     \
        out[0] = value;                                               \
    }
#define POPC(row, text)                                                                    \
    KERNEL_CASE(row, text, 1, 96, 2) {                                                     \
        u32 count, others;                                                                 \
        asm volatile("{ .reg .pred q; setp.lt.u32 q, %2, 37; " text ".u32 %0, 0, q; " text \
                     ".u32 %1, 2, 96, !q; }"                                               \
                     : "=r"(count), "=r"(others)                                           \
                     : "r"(thread)                                                         \
                     : "memory");                                                          \
        out[0] = count;                                                                    \
        out[1] = others;                                                                   \
    }
#define X(row, text)                                         \
    REDUCTION(row, text ".and", "all", thread < 96)          \
    REDUCTION(row, text ".and", "all-but-one", thread != 50) \
    REDUCTION(row, text ".or", "one", thread == 50)          \
    REDUCTION(row, text ".or", "none", thread > 96)
X(bar_red_pred, "bar.red");
X(barrier_red_pred, "barrier.red");
#undef X
POPC(bar_red_popc, "bar.red.popc");
POPC(barrier_red_popc, "barrier.red.popc.aligned");

KERNEL_CASE(bar_warp_sync, "bar.warp.sync", 1, 64, 1) {
    __shared__ volatile u32 words[64];
    __shared__ volatile u32 even[64];
    words[thread] = thread * 3;
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    u32 value = words[thread ^ 1];
    if (thread % 2 == 0) {
        even[thread] = value + 1000;
        asm volatile("bar.warp.sync 0x55555555;" ::: "memory");
        value = even[thread ^ 2];
    }
    out[0] = value;
}

// Asynchronous copies to shared memory, and groups of them.
#define FOUR(n) (n) * 0x01010101U + 5, (n)*0x01030507U + 9, (n)*0x10203U, ~(n)
#define SIXTEEN(n) FOUR(n), FOUR(n + 1), FOUR(n + 2), FOUR(n + 3)
#define SIXTY_FOUR(n) SIXTEEN(n), SIXTEEN(n + 4), SIXTEEN(n + 8), SIXTEEN(n + 12)
__device__ u32 source[256] = {SIXTY_FOUR(0U), SIXTY_FOUR(16U), SIXTY_FOUR(32U), SIXTY_FOUR(48U)};
__device__ u64 source_of(u32 thread) { return __cvta_generic_to_global(source + 4 * thread); }
#define COPY(text, bytes)                                                                              \
    KERNEL_CASE(cp_async, text "-" #bytes, 1, 64, 4) {                                                 \
        __shared__ __align__(16) u32 words[256];                                                       \
        asm volatile(text " [%0], [%1], " #bytes                                                       \
                          ";\ncp.async.wait_all;" ::"l"(__cvta_generic_to_shared(words + 4 * thread)), \
                     "l"(source_of(thread))                                                            \
                     : "memory");                                                                      \
        for (u32 n = 0; n < bytes / 4; ++n) out[n] = words[4 * thread + n];                            \
    }
COPY("cp.async.ca.shared.global", 4);
COPY("cp.async.ca.shared.global", 8);
COPY("cp.async.ca.shared.global", 16);
COPY("cp.async.cg.shared.global", 16);
COPY("cp.async.cg.shared.global.L2::128B", 16);
// The second number is the count of source bytes to copy; the rest of the destination is filled with zeros.
KERNEL_CASE(cp_async, "cp.async-zeros", 1, 64, 4) {
    __shared__ __align__(16) u32 words[256];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;\ncp.async.wait_all;" ::"l"(
                     __cvta_generic_to_shared(words + 4 * thread)),
                 "l"(source_of(thread)), "r"(thread % 17)
                 : "memory");
    for (u32 n = 0; n < 4; ++n) out[n] = words[4 * thread + n];
}
#define GROUPS(row, name)                                                                     \
    KERNEL_CASE(row, name, 1, 32, 2) {                                                        \
        __shared__ __align__(16) u32 words[256];                                              \
        const u64 from = source_of(thread);                                                   \
        const u64 to = __cvta_generic_to_shared(words + 4 * thread);                          \
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\ncp.async.commit_group;\n"     \
                     "cp.async.ca.shared.global [%0+4], [%1+8], 4;\ncp.async.commit_group;\n" \
                     "cp.async.wait_group 1;" ::"l"(to),                                      \
                     "l"(from)                                                                \
                     : "memory");                                                             \
        out[0] = words[4 * thread];                                                           \
        asm volatile("cp.async.wait_group 0;" ::: "memory");                                  \
        out[1] = words[4 * thread + 1];                                                       \
    }
GROUPS(cp_async_commit, "cp.async.commit_group");
GROUPS(cp_async_wait, "cp.async.wait_group");
KERNEL_CASE(cp_async_wait_all, "cp.async.wait_all", 1, 32, 1) {
    __shared__ __align__(16) u32 words[256];
    const u64 from = source_of(thread);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;\ncp.async.wait_all;" ::"l"(
                     __cvta_generic_to_shared(words + 4 * thread)),
                 "l"(from)
                 : "memory");
    out[0] = words[4 * thread + 1];
}

} // namespace conformance::control

namespace conformance {

int run_trapped() {
    control::trapped<<<1, 32>>>(5);
    switch (cudaDeviceSynchronize()) {
        case cudaSuccess: return 0;
        case cudaErrorLaunchFailure: return 1;
        case cudaErrorIllegalInstruction: return 2;
        default: return 3;
    }
}

} // namespace conformance
