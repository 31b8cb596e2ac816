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
        {no_order_between, "and nothing decides which of the two comes first"},
        {atomic_for_its_block_only, "and one of the two is atomic for its own block only"},

        {writes_other_value, "{access} that {who} writes with another value"},
        {writes_same_value, "{access} that {who} writes, too: the same value"},
        {lost_update, "{access} computed from what it has read there before, and {who} writes there, too"},
        {plain_load_and_atomic, "{access} by a plain load, beside an atomic of {who}"},
        {atomic_after_plain_load, "{access} that {who} has read by a plain load"},
        {atomics_of_different_sizes, "{access} where {who} {other}"},

        {coordinates, "({x}, {y}, {z})"},
        {other_thread, "thread {thread} of {block!the same block}{block?block {block}}"},
        {wrote_it, "{thread} wrote it"},
        {read_it, "{thread} read it"},

        {mark_same_value_by_atomic,
         "Nothing is lost as long as all threads write the same value. An atomic operation would say that "
         "this is meant."},
        {mark_plain_read_by_atomic,
         "That is enough where the value is only a guess that atomicCAS then asks about. An atomic or "
         "volatile read would say that this is meant."},
        {give_atomic_device_scope,
         "An access of block scope, such as atomicAdd_block or one with thread_scope_block, is atomic only "
         "for the threads of its own block. Give it device scope: atomicAdd, thread_scope_device."},
        {use_one_atomic_size,
         "An atomic is one step only for others of the same size. Use one size for all of them."},
        {make_both_atomic_or_order_them,
         "One of the two accesses is atomic or volatile, the other is not. Put a barrier between them, if "
         "one is to come first; make both atomic, if both only add or exchange."},
        {use_one_atomic_operation,
         "Reading, changing and writing back are three steps, also where each of them is volatile or "
         "atomic: a change that comes between is lost. Use one atomic operation such as atomicAdd."},
        {add_by_atomic,
         "Several threads read it, change it and write it back, and all but one of the changes are lost. "
         "Use an atomic operation such as atomicAdd."},
        {put_syncwarp_between,
         "The threads of a warp need not run in step. Put __syncwarp() between the two accesses."},
        {put_syncwarp_or_barrier_between,
         "No two warps were seen to meet here, and the threads of a warp need not run in step: put "
         "__syncwarp() between the two accesses, which also works where warps do different numbers of "
         "rounds. Where other warps use these elements, too, it takes __syncthreads()."},
        {write_own_element_or_use_atomic,
         "Only one of the writes stays. Give each thread an element of its own, or use an atomic operation "
         "such as atomicAdd."},
        {write_own_element_or_put_barrier,
         "Give each thread an element of its own, put __syncthreads() between the two, or use an atomic "
         "operation such as atomicAdd."},
        {use_atomic_or_put_barrier,
         "If all threads change one element, use an atomic operation such as atomicAdd. Else put "
         "__syncthreads() between reading and writing."},
        {put_barrier_between,
         "Put __syncthreads() between the two, so that all threads have finished the first before any "
         "thread begins the second."},
        {give_element_one_block,
         "Should two blocks write this element at all? Where each element has one owner, blockIdx is "
         "missing from an index, or an index has run past the end of its row. If both are to add to it, "
         "use an atomic operation such as atomicAdd."},
        {use_atomic_or_second_array,
         "Should two blocks change this element at all? If so, use an atomic operation such as atomicAdd. "
         "If one only needs its old value, read from one array and write to another one: blocks run in any "
         "order."},
        {read_in_second_kernel,
         "Should a block use this element of another one at all? If not, an index is wrong. If so, blocks "
         "run in any order: read the result in a second kernel, or hand it over with __threadfence() and "
         "an atomic flag."},
        {volatile_orders_nothing, "volatile makes no thread wait for another one. {advice}"},
    };
    return all;
}

} // namespace kernelsmith
