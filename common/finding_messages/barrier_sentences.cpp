#include "finding_messages/barrier_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace barrier_messages;

std::span<const Sentence> barrier_sentences() {
    static constexpr Sentence all[] = {
        {threads_miss_barrier,
         "{absent} of the block's {threads} threads never {absent|reaches|reach} this divergent barrier"},
        {ended_without_barrier, "they took another branch, without this barrier, and exited"},
        {waits_at_two_barriers,
         "waits at a divergent barrier: other threads of the block wait at another one"},
        {two_barriers_at_once, "two barriers in the code, reached by one block at the same time"},
        {others_wait_there, "other threads wait there"},

        {bring_all_threads_to_barrier,
         "All threads of a block must reach __syncthreads(): move it out of the if or loop that only some of "
         "them enter, and let no thread return before it."},
        {make_equal_rounds,
         "One of the two is in a loop that threads of the block leave at different times, the other is not. "
         "Let all threads run the same number of iterations: compute it for the whole block, and let a "
         "thread without work do nothing in its iteration but reach the barrier."},
        {put_one_barrier_after_branches, "A __syncthreads() in the if and another one in the else are two "
                                         "different barriers: replace them by one after both branches."},
    };
    return all;
}

} // namespace kernelsmith
