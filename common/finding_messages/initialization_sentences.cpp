#include "finding_messages/initialization_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace initialization_messages;

std::span<const Sentence> initialization_sentences() {
    static constexpr Sentence all[] = {
        {uninitialized_memory,
         "{access}{missing! that nobody has written}{missing?, {missing} of which nobody has written}"},
        {read_before_written, "{access} before they are written"},
        {writes_it_later, "{thread} writes it later"},
        {uninitialized_register, "uses a variable that has no value yet"},
        {uninitialized_local_variable,
         "reads a local variable where the thread has not written it, and uses the value"},
        {shuffle_from_absent_lane,
         "takes a value from a lane that takes no part in the shuffle, and uses it"},
        {read_only_load_of_written_memory, "{access} through a read-only cache that this launch has written"},

        {fill_device_memory,
         "cudaMalloc does not clear memory: fill it with cudaMemcpy, cudaMemset or a kernel before it is "
         "read."},
        {write_shared_memory_first,
         "It starts with whatever was there before: every element has to be written before it is read, "
         "with a __syncthreads() between where another thread writes it."},
        {write_local_memory_first,
         "It starts with whatever was there before: every element has to be written before it is read."},
        {put_barrier_before_reading,
         "A __syncthreads() is missing before this line: without one, threads do not wait for what others "
         "write."},
        {initialize_variable,
         "A local variable without an initial value holds anything: give it one, as in float sum = 0;, or "
         "set it on every way that leads here."},
        {initialize_array,
         "An array without an initial value holds anything: write every element before it is read, or "
         "begin with int counts[10] = {{}};."},
        {let_all_lanes_shuffle,
         "A lane that has left, that the mask does not name or that the block does not have gives nothing. "
         "Let all lanes come, with a value that changes nothing such as 0 for a sum, or give the shuffle a "
         "width that stays among those that do."},
        {use_plain_load,
         "__ldg, const __restrict__ and textures read memory that does not change while the kernel runs. "
         "Read it with a plain load, or in a later launch."},
    };
    return all;
}

} // namespace kernelsmith
