#include "finding_messages/race_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace race_messages;

std::span<const Sentence> race_sentences() {
    static constexpr Sentence all[] = {
        {lane_of_the_warp, "another thread of the same warp"},
        {thread_of_the_block, "another thread of the same block"},
        {thread_of_another_block, "a thread of another block"},

        {unordered_access, "{access} that {who} {earlier}, {missing}"},
        {has_read, "has read"},
        {has_written, "has written"},
        {has_atomically_changed, "has changed atomically"},
        {no_warp_barrier_between, "with no __syncwarp() or barrier between the two"},
        {no_barrier_between, "with no barrier between the two"},
        {no_order_between, "and nothing orders the two accesses"},
        {atomic_for_its_block_only, "and one of the two is atomic at block scope only"},

        {writes_other_value, "{access} that {who} writes with another value"},
        {writes_same_value, "{access} that {who} writes, too, with the same value"},
        {lost_update,
         "lost update: {access} computed from what it has read there before, and {who} writes there, too"},
        {plain_load_and_atomic, "{access} by a plain load, concurrently with an atomic of {who}"},
        {atomic_after_plain_load, "{access} that {who} has read by a plain load"},
        {atomics_of_different_sizes, "{access} where {who} {other}"},

        {coordinates, "({x}, {y}, {z})"},
        {other_thread, "thread {thread} of {block!the same block}{block?block {block}}"},
        {wrote_it, "{thread} wrote it"},
        {read_it, "{thread} read it"},

        {mark_same_value_by_atomic, "Nothing is lost as long as all threads write the same value. An atomic "
                                    "operation would state that this is intended."},
        {mark_plain_read_by_atomic, "That is enough if the value is only a guess that atomicCAS then checks. "
                                    "An atomic or volatile read would state that this is intended."},
        {give_atomic_device_scope,
         "An access of block scope, such as atomicAdd_block or one with thread_scope_block, is atomic only "
         "among the threads of one block. Give it device scope: atomicAdd, thread_scope_device."},
        {use_one_atomic_size, "An atomic is indivisible only with respect to others of the same size. Use "
                              "one size for all of them."},
        {make_both_atomic_or_order_them,
         "One of the two accesses is atomic or volatile, the other is not. Put a barrier between them if one "
         "must come first; make both atomic if both only add or exchange."},
        {use_one_atomic_operation,
         "Reading, changing and writing back are three steps, even if each of them is volatile or atomic: a "
         "change in between is lost. Use one atomic operation such as atomicAdd."},
        {add_by_atomic,
         "Several threads read it, change it and write it back, and all but one of the changes are lost. "
         "Use an atomic operation such as atomicAdd."},
        {put_syncwarp_between,
         "The threads of a warp need not run in lockstep. Put __syncwarp() between the two accesses."},
        {put_syncwarp_or_barrier_between,
         "No conflict between two warps was seen here, and the threads of a warp need not run in lockstep: "
         "put __syncwarp() between the two accesses, which also works if warps run different numbers of "
         "iterations. If other warps use these elements, too, it takes __syncthreads()."},
        {write_own_element_or_use_atomic, "Only one of the writes survives. Let each thread write a "
                                          "different element, or use an atomic operation such as atomicAdd."},
        {write_own_element_or_put_barrier,
         "Let each thread write a different element, put __syncthreads() between the two, or use an atomic "
         "operation such as atomicAdd."},
        {use_atomic_or_put_barrier, "If all threads change one element, use an atomic operation such as "
                                    "atomicAdd. Otherwise put __syncthreads() between reading and writing."},
        {put_barrier_between, "Put __syncthreads() between the two, so that all threads have finished the "
                              "first before any thread starts the second."},
        {give_element_one_block,
         "Should two blocks write this element at all? If each element has one owner, blockIdx is missing "
         "from an index, or an index is past the end of its row. If both must add to it, use an atomic "
         "operation such as atomicAdd."},
        {use_atomic_or_second_array,
         "Should two blocks change this element at all? If so, use an atomic operation such as atomicAdd. If "
         "one only needs its old value, read from one array and write to another: blocks run in any order."},
        {read_in_second_kernel, "Should a block use this element of another block at all? If not, an index "
                                "is wrong. If so, blocks run in any order: read the result in a second "
                                "kernel, or pass it with __threadfence() and an atomic flag."},
        {volatile_orders_nothing, "volatile does not make a thread wait for another one. {advice}"},
    };
    return all;
}

} // namespace kernelsmith
