#include "finding_messages/initialization_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace initialization_messages;

std::span<const Sentence> initialization_sentences() {
    static constexpr Sentence all[] = {
        {uninitialized_memory,
         "{access}{missing! of uninitialized memory}{missing?, {missing} of which are uninitialized}"},
        {read_before_written, "{access} before they are written"},
        {writes_it_later, "{thread} writes it later"},
        {uninitialized_register, "uses an uninitialized variable"},
        {uninitialized_local_variable, "reads an uninitialized part of a local variable, and uses the value"},
        {shuffle_from_inactive_lane, "takes a value from an inactive lane in a shuffle, and uses it"},
        {read_only_load_of_written_memory,
         "{access} that this launch has written, through a read-only cache"},

        {fill_device_memory,
         "cudaMalloc does not clear memory: fill it with cudaMemcpy, cudaMemset or a kernel before it is "
         "read."},
        {write_shared_memory_first,
         "Shared memory starts uninitialized: every element must be written before it is read, with a "
         "__syncthreads() in between if another thread writes it."},
        {write_local_memory_first,
         "Local memory starts uninitialized: every element must be written before it is read."},
        {put_barrier_before_reading, "A __syncthreads() is missing before this line: without one, threads do "
                                     "not wait for the writes of others."},
        {initialize_variable, "A local variable without an initializer has an arbitrary value: initialize "
                              "it, as in float sum = 0;, or set it on every path that leads here."},
        {initialize_array, "An array without an initializer has arbitrary elements: write every element "
                           "before it is read, or start with int counts[10] = {{}};."},
        {let_all_lanes_shuffle,
         "A lane that has exited, that the mask does not name or that the block does not have provides no "
         "value. Let all lanes execute the shuffle, with a value that changes nothing such as 0 for a sum, "
         "or give the shuffle a width that covers only lanes that do."},
        {use_plain_load, "__ldg, const __restrict__ and textures require memory that does not change while "
                         "the kernel runs. Read it with a plain load, or in a later launch."},
    };
    return all;
}

} // namespace kernelsmith
