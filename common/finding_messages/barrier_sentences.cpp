#include "finding_messages/barrier_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace barrier_messages;

std::span<const Sentence> barrier_sentences() {
    static constexpr Sentence all[] = {
        {threads_miss_barrier,
         "{absent} of the block's {threads} threads never {absent|comes|come} to this barrier"},
        {ended_without_barrier, "they took another way, past this barrier, and ended"},
        {waits_at_two_barriers, "waits at this barrier while other threads of the block wait at another one"},
        {two_barriers_at_once, "two barriers in the code, met by one block at the same time"},
        {others_wait_there, "other threads wait there"},

        {bring_all_threads_to_barrier,
         "All threads of a block have to come to __syncthreads(): move it out of the if or loop that only "
         "some of them take, and let no thread return before it."},
        {make_equal_rounds,
         "One of the two is in a loop that threads of the block leave at different times, the other is "
         "not. Let all threads do the same number of rounds: count them for the whole block, and let a "
         "thread without work do nothing in its round but come to the barrier."},
        {put_one_barrier_after_branches,
         "A __syncthreads() in the if and another one in the else are not one barrier: move it behind "
         "both."},
    };
    return all;
}

} // namespace kernelsmith
