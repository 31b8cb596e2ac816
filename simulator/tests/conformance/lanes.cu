// Warp-level instructions: the threads of a warp exchange data.

#include "conformance.cuh"

namespace conformance::lanes {

// Tables from here on.
// clang-format off

// Full warps, and some lanes of one: the mask contains only these, and lanes read only from these.
#define SHUFFLE(mode, name, lane, clamp)                                            \
    KERNEL_CASE(shfl, "shfl.sync." mode ".b32-" name "-" #clamp, 1, 64, 1) {        \
        u32 value, found;                                                           \
        asm volatile("{ .reg .pred p; shfl.sync." mode ".b32 %0|p, %2, %3, " #clamp \
                     ", 0xffffffff; selp.u32 %1, 1, 0, p; }"                        \
                     : "=r"(value), "=r"(found)                                     \
                     : "r"(thread * 0x01010101U), "r"(static_cast<u32>(lane)));     \
        out[0] = value | u64{found} << 32;                                          \
    }
#define X(clamp)                                   \
    SHUFFLE("idx", "fifth", 5, clamp)              \
    SHUFFLE("idx", "sevenfold", thread * 7, clamp) \
    SHUFFLE("bfly", "neighbour", 1, clamp)         \
    SHUFFLE("bfly", "half", 16, clamp)             \
    SHUFFLE("bfly", "own", thread, clamp)          \
    SHUFFLE("down", "three", 3, clamp)             \
    SHUFFLE("down", "varied", thread % 9, clamp)
X(31) X(0x1c1f) X(0x181f) X(7) X(0x0f0f)
#undef X
#define X(clamp)                       \
    SHUFFLE("up", "one", 1, clamp)     \
    SHUFFLE("up", "eleven", 11, clamp) \
    SHUFFLE("up", "varied", thread % 9, clamp)
X(0) X(0x1c00) X(0x1800) X(3)
#undef X
KERNEL_CASE(shfl, "shfl.sync.idx.b32-some", 1, 32, 1) {
    out[0] = 77;
    if (thread % 3 == 1) {
        u32 value;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0x92492492;"
                     : "=r"(value)
                     : "r"(thread * 5), "r"(31 - thread % 2 * 30));
        out[0] = thread % 2 == 1 ? value : thread;
        asm volatile("shfl.sync.idx.b32 %0, %1, 4, 31, 0x92492492;" : "=r"(value) : "r"(thread * 5));
        out[0] += u64{value} << 32;
    }
}

#define VOTE(mode, name, condition, negated)                                                        \
    KERNEL_CASE(vote, "vote.sync." mode "-" name, 1, 64, 1) {                                       \
        u32 value;                                                                                  \
        const u32 holds = (condition) ? 1 : 0;                                                      \
        asm volatile("{ .reg .pred p, q; setp.ne.u32 q, %1, 0; vote.sync." mode ".pred p, " negated \
                     "q, 0xffffffff; selp.u32 %0, 1, 0, p; }"                                       \
                     : "=r"(value)                                                                  \
                     : "r"(holds));                                                                 \
        out[0] = value;                                                                             \
    }
#define X(mode)                         \
    VOTE(mode, "none", thread > 99, "") \
    VOTE(mode, "one", thread == 40, "") \
    VOTE(mode, "all", thread < 99, "")  \
    VOTE(mode, "not-one", thread == 40, "!")
X("all") X("any") X("uni")
#undef X
KERNEL_CASE(vote, "vote.sync.any-some", 1, 32, 1) {
    u32 value = 9;
    if (thread >= 16)
        asm volatile("{ .reg .pred p, q; setp.lt.u32 q, %1, 20; vote.sync.all.pred p, q, 0xffff0000; "
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(value)
                     : "r"(thread));
    out[0] = value;
}
KERNEL_CASE(vote_ballot, "vote.sync.ballot.b32", 1, 64, 2) {
    u32 all, some = 0;
    asm volatile("{ .reg .pred q; setp.gt.u32 q, %1, 10; vote.sync.ballot.b32 %0, q, 0xffffffff; }"
                 : "=r"(all)
                 : "r"(thread * 7 % 32));
    if (thread % 2 == 1)
        asm volatile("{ .reg .pred q; setp.gt.u32 q, %1, 10; vote.ballot.sync.b32 %0, !q, 0xaaaaaaaa; }"
                     : "=r"(some)
                     : "r"(thread * 7 % 32));
    out[0] = all;
    out[1] = some;
}

#define MATCH(T, constraint)                                                                               \
    KERNEL_CASE(match_any, "match.any.sync." #T, 1, 64, 2) {                                               \
        u32 all, some = 0;                                                                                 \
        const T value = static_cast<T>(thread % 5) << (8 * sizeof(T) - 8);                                 \
        asm volatile("match.any.sync." #T " %0, %1, 0xffffffff;" : "=r"(all) : constraint(value));         \
        if (thread % 4 < 2)                                                                                \
            asm volatile("match.any.sync." #T " %0, %1, 0x33333333;" : "=r"(some) : constraint(value));    \
        out[0] = all;                                                                                      \
        out[1] = some;                                                                                     \
    }                                                                                                      \
    KERNEL_CASE(match_all, "match.all.sync." #T, 1, 64, 2) {                                               \
        u32 mask, equal;                                                                                   \
        const T value = static_cast<T>(thread < 32 ? 5 : thread);                                          \
        asm volatile("{ .reg .pred p; match.all.sync." #T " %0|p, %2, 0xffffffff; selp.u32 %1, 1, 0, p; }" \
                     : "=r"(mask), "=r"(equal)                                                             \
                     : constraint(value));                                                                 \
        out[0] = mask;                                                                                     \
        out[1] = equal;                                                                                    \
    }
MATCH(b32, "r") MATCH(b64, "l")

KERNEL_CASE(activemask, "activemask.b32", 1, 32, 1) {
    // The active mask is only defined here if all lanes have reconverged.
    u32 mask;
    asm volatile("bar.warp.sync 0xffffffff; activemask.b32 %0;" : "=r"(mask));
    out[0] = mask;
}

#define REDUX(row, op, T)                                                                           \
    KERNEL_CASE(row, "redux.sync." op "." #T, 1, 64, 2) {                                           \
        T all, some = 0;                                                                            \
        const T value = static_cast<T>(thread * 0x9e3779b1U);                                       \
        asm volatile("redux.sync." op "." #T " %0, %1, 0xffffffff;" : "=r"(all) : "r"(value));      \
        if ((0xf00ff0f1U >> thread % 32 & 1) != 0)                                                  \
            asm volatile("redux.sync." op "." #T " %0, %1, 0xf00ff0f1;" : "=r"(some) : "r"(value)); \
        out[0] = to_word(all);                                                                      \
        out[1] = to_word(some);                                                                     \
    }
REDUX(redux_integer, "add", u32)
REDUX(redux_integer, "add", s32)
REDUX(redux_integer, "min", u32)
REDUX(redux_integer, "min", s32)
REDUX(redux_integer, "max", u32)
REDUX(redux_integer, "max", s32)
REDUX(redux_bits, "and", b32)
REDUX(redux_bits, "or", b32)
REDUX(redux_bits, "xor", b32)


} // namespace conformance::lanes
