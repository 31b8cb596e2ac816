// Instructions that compute_80 does not have, in a separate program for compute_90.

#include "conformance.cuh"

namespace conformance {

// This program has no case for trap.
int run_trapped() { return 0; }

} // namespace conformance

namespace conformance::newer {

KERNEL_CASE(griddepcontrol, "griddepcontrol", 1, 32, 1) {
    asm volatile("griddepcontrol.wait; griddepcontrol.launch_dependents;" ::: "memory");
    out[0] = thread;
}

// Spaces with the longer names of newer PTX versions.
KERNEL_CASE(isspacep, "isspacep.shared::cta", 1, 32, 1) {
    __shared__ u32 word;
    u32 is_shared;
    asm volatile("{ .reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; }"
                 : "=r"(is_shared)
                 : "l"(&word));
    out[0] = is_shared;
}
KERNEL_CASE(ld_shared, "ld.shared::cta.u32", 1, 32, 1) {
    __shared__ u32 words[32];
    u32 value;
    asm volatile("st.shared::cta.u32 [%1], %2; ld.shared::cta.u32 %0, [%1];"
                 : "=r"(value)
                 : "l"(__cvta_generic_to_shared(words + thread)), "r"(thread * 3)
                 : "memory");
    out[0] = value;
}
KERNEL_CASE(fence, "fence.cluster", 1, 32, 1) {
    asm volatile("fence.acq_rel.cluster; fence.sc.cluster;" ::: "memory");
    out[0] = thread;
}
KERNEL_CASE(atom_add, "atom.acq_rel.cluster.add.u32", 1, 32, 1) {
    __shared__ u32 words[32];
    u32 before;
    words[thread] = thread;
    asm volatile("atom.acq_rel.cluster.shared::cta.add.u32 %0, [%1], 5;"
                 : "=r"(before)
                 : "l"(__cvta_generic_to_shared(words + thread))
                 : "memory");
    out[0] = before * 100 + words[thread];
}

// Timed waits at barrier objects, and their memory orders.
#define TRY_WAIT(row, text, which, constraint)                                                              \
    KERNEL_CASE(row, text, 1, 64, 1) {                                                                      \
        __shared__ u64 object;                                                                              \
        __shared__ u32 words[64];                                                                           \
        const u32 barrier = static_cast<u32>(__cvta_generic_to_shared(&object));                            \
        if (thread == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(barrier) : "memory"); \
        __syncthreads();                                                                                    \
        words[thread] = thread * 3;                                                                         \
        [[maybe_unused]] u64 state;                                                                         \
        asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], 1;"                             \
                     : "=l"(state)                                                                          \
                     : "r"(barrier)                                                                         \
                     : "memory");                                                                           \
        u32 done = 0;                                                                                       \
        while (done == 0)                                                                                   \
            asm volatile("{ .reg .pred p; " text " p, [%1], %2, 100; selp.u32 %0, 1, 0, p; }"               \
                         : "=r"(done)                                                                       \
                         : "r"(barrier), constraint(which)                                                  \
                         : "memory");                                                                       \
        out[0] = words[(thread + 37) % 64];                                                                 \
    }
TRY_WAIT(mbarrier_try_wait, "mbarrier.try_wait.shared::cta.b64", state, "l")
TRY_WAIT(mbarrier_try_wait, "mbarrier.try_wait.acquire.cta.shared::cta.b64", state, "l")
TRY_WAIT(mbarrier_try_wait_parity, "mbarrier.try_wait.parity.shared::cta.b64", 0, "r")

// Tables from here on.
// clang-format off

#define X(op, modifiers) CASE_2(op##_f32, f32, f32, f32, #op modifiers ".xorsign.abs.f32 %0, %1, %2")
X(min, "") X(max, "") X(min, ".ftz") X(max, ".NaN") X(min, ".ftz.NaN")
#undef X

// Packed pairs of integers, and results clamped to 0 from below (relu).
#define X(T)                                                          \
    CASE_2(add_pair, u32, u32, u32, "add." #T " %0, %1, %2")          \
    CASE_2(min_pair, u32, u32, u32, "min." #T " %0, %1, %2")          \
    CASE_2(max_pair, u32, u32, u32, "max." #T " %0, %1, %2")
X(u16x2) X(s16x2)
#undef X
CASE_2(min_relu, u32, u32, u32, "min.relu.s16x2 %0, %1, %2")
CASE_2(max_relu, u32, u32, u32, "max.relu.s16x2 %0, %1, %2")
CASE_2(min_relu, s32, s32, s32, "min.relu.s32 %0, %1, %2")
CASE_2(max_relu, s32, s32, s32, "max.relu.s32 %0, %1, %2")

} // namespace conformance::newer
