// Barrier objects in shared memory. If threads share one, the compared values do not depend on the order of arrival.

#include "conformance.cuh"

namespace conformance::mbarriers {
namespace {

/// Returns the thread's own barrier.
__device__ u32 own_barrier(u32 thread) {
    __shared__ u64 barriers[32];
    return static_cast<u32>(__cvta_generic_to_shared(barriers + thread));
}

__device__ void init(u32 barrier, u32 count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}
__device__ u64 arrive(u32 barrier) {
    u64 state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(barrier) : "memory");
    return state;
}
__device__ u32 test(u32 barrier, u64 state) {
    u32 done;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(barrier), "l"(state)
                 : "memory");
    return done;
}
__device__ u32 test_parity(u32 barrier, u32 parity) {
    u32 done;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(barrier), "r"(parity)
                 : "memory");
    return done;
}

} // namespace

KERNEL_CASE(mbarrier_init, "mbarrier.init.shared.b64", 1, 32, 4) {
    const u32 barrier = own_barrier(thread);
    init(barrier, 2);
    out[0] = test_parity(barrier, 0);
    out[1] = test_parity(barrier, 1);
    arrive(barrier);
    init(barrier, 1); // discards the arrival
    arrive(barrier);
    out[2] = test_parity(barrier, 0);
    out[3] = test_parity(barrier, 1);
}

KERNEL_CASE(mbarrier_inval, "mbarrier.inval.shared.b64", 1, 32, 1) {
    const u32 barrier = own_barrier(thread);
    init(barrier, 1);
    asm volatile("mbarrier.inval.shared.b64 [%0];\nst.shared.u32 [%0], %1;" ::"r"(barrier), "r"(thread * 5)
                 : "memory");
    u32 word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(barrier) : "memory");
    out[0] = word;
}

// Threads fill an array, synchronize at a barrier, and read elements of other threads, for four rounds.
KERNEL_CASE(mbarrier_arrive, "mbarrier.arrive.shared.b64", 1, 96, 4) {
    __shared__ u64 object;
    __shared__ u32 words[96];
    const u32 barrier = static_cast<u32>(__cvta_generic_to_shared(&object));
    if (thread == 0) init(barrier, 96);
    __syncthreads();
    for (u32 round = 0; round < 4; ++round) {
        words[thread] = thread * 1000 + round;
        u64 state = arrive(barrier);
        while (test(barrier, state) == 0) {
        }
        out[round] = words[(thread * 7 + 40) % 96];
        state = arrive(barrier);
        while (test(barrier, state) == 0) {
        }
    }
}

KERNEL_CASE(mbarrier_arrive, "mbarrier.arrive.noComplete.shared.b64", 1, 32, 3) {
    const u32 barrier = own_barrier(thread);
    init(barrier, thread + 3);
    u64 state;
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
                 : "=l"(state)
                 : "r"(barrier), "r"(thread + 2)
                 : "memory");
    out[0] = test(barrier, state);
    const u64 last = arrive(barrier);
    out[1] = test(barrier, state);
    out[2] = test(barrier, last);
}

// Warp 1 drops out after its first arrival; the others continue without it.
KERNEL_CASE(mbarrier_arrive_drop, "mbarrier.arrive_drop.shared.b64", 1, 96, 2) {
    __shared__ u64 object;
    const u32 barrier = static_cast<u32>(__cvta_generic_to_shared(&object));
    if (thread == 0) init(barrier, 96);
    __syncthreads();
    if (thread / 32 == 1) {
        u64 state;
        asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(state) : "r"(barrier) : "memory");
        while (test(barrier, state) == 0) {
        }
        out[0] = 1;
        return;
    }
    for (u32 round = 0; round < 2; ++round) {
        const u64 state = arrive(barrier);
        while (test(barrier, state) == 0) {
        }
        out[round] = 2;
    }
}

KERNEL_CASE(mbarrier_arrive_drop, "mbarrier.arrive_drop.noComplete.shared.b64", 1, 32, 3) {
    const u32 barrier = own_barrier(thread);
    init(barrier, 5);
    u64 state;
    asm volatile("mbarrier.arrive_drop.noComplete.shared.b64 %0, [%1], %2;"
                 : "=l"(state)
                 : "r"(barrier), "r"(3)
                 : "memory");
    out[0] = test(barrier, state);
    arrive(barrier);
    arrive(barrier);
    out[1] = test(barrier, state);
    arrive(barrier); // two arrivals are expected in the second phase
    const u64 last = arrive(barrier);
    out[2] = test(barrier, last);
}

KERNEL_CASE(mbarrier_test_wait, "mbarrier.test_wait.shared.b64", 1, 32, 3) {
    const u32 barrier = own_barrier(thread);
    init(barrier, 2);
    const u64 first = arrive(barrier);
    out[0] = test(barrier, first);
    const u64 second = arrive(barrier);
    out[1] = test(barrier, first);
    out[2] = test(barrier, second);
}

KERNEL_CASE(mbarrier_test_wait_parity, "mbarrier.test_wait.parity.shared.b64", 1, 32, 4) {
    const u32 barrier = own_barrier(thread);
    init(barrier, 1);
    for (u32 phase = 0; phase < 4; ++phase) {
        arrive(barrier);
        out[phase] = test_parity(barrier, 0) * 2 + test_parity(barrier, 1);
    }
}

KERNEL_CASE(mbarrier_pending_count, "mbarrier.pending_count.b64", 1, 32, 2) {
    const u32 barrier = own_barrier(thread);
    init(barrier, 20 + thread);
    for (u32 n = 0; n < 2; ++n) {
        u64 state;
        asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
                     : "=l"(state)
                     : "r"(barrier), "r"(3)
                     : "memory");
        u32 pending;
        asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
        out[n] = pending;
    }
}

__device__ u32 numbers[8] = {3, 1, 4, 1, 5, 9, 2, 6};

// Copies arrive at a barrier on completion, in place of their threads or in addition to them.
#define COPIES(text, arrivals)                                                                   \
    KERNEL_CASE(cp_async_mbarrier_arrive, text, 1, 64, 1) {                                      \
        __shared__ u64 object;                                                                   \
        __shared__ u32 words[64];                                                                \
        const u32 barrier = static_cast<u32>(__cvta_generic_to_shared(&object));                 \
        if (thread == 0) init(barrier, 64);                                                      \
        __syncthreads();                                                                         \
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" text                           \
                     " [%2];" ::"r"(static_cast<u32>(__cvta_generic_to_shared(words + thread))), \
                     "l"(__cvta_generic_to_global(numbers + thread % 8)), "r"(barrier)           \
                     : "memory");                                                                \
        if (arrivals) arrive(barrier);                                                           \
        while (test_parity(barrier, 0) == 0) {                                                   \
        }                                                                                        \
        out[0] = words[(thread + 3) % 64];                                                       \
    }
COPIES("cp.async.mbarrier.arrive.shared.b64", true)
COPIES("cp.async.mbarrier.arrive.noinc.shared.b64", false)

} // namespace conformance::mbarriers
