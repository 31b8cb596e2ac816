#include "finding_messages/access_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace access_messages;

std::span<const Sentence> access_sentences() {
    static constexpr Sentence all[] = {
        {reads, "reads {bytes} {bytes|byte|bytes}"},
        {writes, "writes {bytes} {bytes|byte|bytes}"},
        {atomically_changes, "atomically changes {bytes} {bytes|byte|bytes}"},

        {through_null_pointer, "{access} through a null pointer"},
        {to_freed_memory, "{access} of memory that was already freed"},
        {to_constant_memory, "{access} of constant memory, which kernels can only read"},
        {to_host_memory, "{access} of host memory, which a kernel cannot access"},
        {to_unallocated_memory, "{access} at an address outside of every allocation"},
        {before_the_beginning, "{access} before the start of an allocation"},
        {past_the_end, "{access} past the end of an allocation"},
        {before_freed_memory, "{access} before the start of an allocation that was already freed"},
        {past_freed_memory, "{access} past the end of an allocation that was already freed"},
        {outside_of_shared_memory, "{access} outside of the block's shared memory"},
        {outside_of_local_memory, "{access} outside of the thread's local memory"},
        {outside_of_its_object, "{access} outside of {memory}, from whose address its own is computed"},
        {misaligned_access, "{access} at an address that is not a multiple of {alignment}"},

        {set_pointer_and_check_allocation,
         "The pointer is uninitialized, or cudaMalloc failed and its result was not checked."},
        {free_after_last_thread, "Free memory only after its last use by any thread."},
        {free_after_last_kernel, "Free memory only after the last kernel that uses it."},
        {set_constants_from_host, "Set __constant__ variables from the host with cudaMemcpyToSymbol."},
        {copy_to_device_memory,
         "Copy the data to device memory with cudaMalloc and cudaMemcpy and pass that pointer, or use "
         "cudaMallocManaged."},
        {set_pointer_and_index, "The pointer or the index is uninitialized, or was computed wrongly."},
        {find_negative_index,
         "An index became negative: check the first threads, and differences of unsigned integers."},
        {guard_last_block, "The last block often has more threads than there are elements left: compare the "
                           "index with the number of elements."},
        {compare_index_with_count, "The index is too large: compare it with the number of elements. The last "
                                   "valid index is one less than that."},
        {find_index_outside_of_local_array,
         "An index into an array that is a local variable is too large or negative."},
        {pass_shared_memory_size,
         "The launch requests no shared memory: is the third launch parameter missing?"},
        {compare_index_with_array_size,
         "Compare the index with the array's size. The size of an array that is declared extern is the "
         "third launch parameter, in bytes."},
        {find_index_outside_of_object, "The index is too large or negative, and the address belongs to "
                                       "something else: compare the index with the number of elements."},
        {align_for_larger_type, "A pointer was cast to a type with larger elements, such as float4. Its "
                                "address must be a multiple of the new type's size."},
    };
    return all;
}

} // namespace kernelsmith
