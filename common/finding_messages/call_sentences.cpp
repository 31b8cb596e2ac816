#include "finding_messages/call_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace call_messages;

std::span<const Sentence> call_sentences() {
    static constexpr Sentence all[] = {
        {copy_reads, "a copy reads"},
        {copy_writes, "a copy writes"},
        {memset_writes, "a memset writes"},

        {call_uses_host_memory, "{use} host memory where device memory is required"},
        {call_uses_freed_memory, "{use} memory that was already freed"},
        {call_uses_unallocated_memory, "{use} device memory that was never allocated"},
        {call_uses_device_heap, "{use} memory that a kernel has allocated"},
        {call_overruns_memory, "{use} {bytes} bytes, {excess} of them out of bounds"},
        {call_overruns_variable,
         "{use} {bytes} bytes from byte {offset} on of a variable of {variable_bytes} bytes"},

        {host_accesses_device_memory, "the host accesses device memory at {address}"},
        {host_accesses_past_managed_memory, "the host accesses memory next to managed memory, at {address}"},
        {host_accesses_freed_managed_memory, "the host accesses freed managed memory at {address}"},

        {host_frees_twice, "memory is freed a second time"},
        {host_frees_inside_allocation,
         "a pointer is freed that does not point to the start of an allocation"},
        {host_frees_by_other_function, "memory is freed by a function for another kind of memory"},
        {host_frees_unallocated, "a pointer is freed that no allocation returned"},

        {leaked_memory, "{bytes} bytes were never freed"},
        {leaked_allocations, "{count} allocations of one call, {bytes} bytes together, were never freed"},

        {call_returned_error, "{function}{function!A call} returned {error}: {text}"},
        {launch_was_refused, "{shape} of {kernel} was refused: {rule}"},
        {refusal_was_not_checked, "{refusal}; the error was not checked"},

        {grid_needs_a_block, "a grid has at least one block"},
        {block_needs_a_thread, "a block has at least one thread"},
        {block_is_too_large, "a block has at most {most} threads"},
        {grid_or_block_is_too_large, "a grid has at most {grid} blocks, a block at most {block} threads"},
        {exceeds_launch_bounds, "its __launch_bounds__ promise at most {most} threads per block"},
        {too_much_dynamic_shared_memory, "a block of it can have at most {most} bytes of dynamic shared "
                                         "memory, unless cudaFuncSetAttribute allows more"},
        {block_does_not_fit_sm, "a block of it needs more registers or shared memory than an SM has"},
        {cuda_error_text, "{text}"},

        {pass_device_pointer, "Pass a pointer that cudaMalloc returned. A copy takes its destination first "
                              "and its source second: does the direction match them?"},
        {free_after_last_use, "Free memory only after its last use."},
        {check_pointer_arithmetic,
         "How was the pointer computed? Pointer arithmetic counts elements, not bytes."},
        {copy_heap_by_kernel,
         "Only kernels can access the device heap: let a kernel copy the data to memory from cudaMalloc."},
        {give_size_in_bytes,
         "Sizes of copies are in bytes: the number of elements times sizeof the element."},
        {copy_to_the_host, "Only kernels can access device memory. Copy it with cudaMemcpy, or allocate it "
                           "with cudaMallocManaged."},
        {stay_in_managed_memory,
         "The host may access managed memory, too, from its start to its end, until it is freed."},
        {clear_freed_pointer, "Set a pointer to nullptr once it is freed, or let an object own the memory."},
        {free_allocated_pointer, "Free exactly the pointer that the allocation returned."},
        {free_by_matching_function,
         "cudaFree is for device and managed memory, cudaFreeHost for cudaMallocHost and cudaHostAlloc. "
         "Memory that a kernel has allocated must be freed by a kernel."},
        {free_by, "Free it with {function}."},
        {check_error_after_launch,
         "A launch returns nothing. Check for its error right after it: CUDA_CHECK(cudaGetLastError());"},
        {check_result_of_calls, "Check the result of each call, as CUDA_CHECK(...) does: a call that failed "
                                "may not have done its work."},
    };
    return all;
}

} // namespace kernelsmith
