#include "finding_messages/memory_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace memory_messages;

std::span<const Sentence> memory_sentences() {
    static constexpr Sentence all[] = {
        {call, "{function} number {number}{caller? ({caller})}"},
        {allocation, "the {bytes} {bytes|byte|bytes} allocated by {call}"},
        {registered_memory, "the {bytes} {bytes|byte|bytes} of host memory registered by {call}"},
        {opened_memory, "the {bytes} {bytes|byte|bytes} of another process opened by {call}"},
        {device_variable, "the {bytes} {bytes|byte|bytes} of the __device__ variable {name}"},
        {constant_variable, "the {bytes} {bytes|byte|bytes} of the __constant__ variable {name}"},
        {shared_variable, "the shared variable {name}"},
        {named_memory, "{name}"},
        {buffer, "the {bytes} {bytes|byte|bytes} {from!of \"{name}\"}{from?that hold \"{name}\" from byte "
                 "{from} on}"},
        {own_call, "your {function} number {number}"},
        {own_allocation, "the {bytes} {bytes|byte|bytes} allocated by your {function} number {number}"},
        {byte_of, "byte {offset} of {memory}"},
        {before_start, "{bytes} {bytes|byte|bytes} before {memory}"},
        {right_after, "right after {memory}"},
        {bytes_after, "{bytes} {bytes|byte|bytes} after {memory}"},
        {across_end, "across the end of {memory}"},
        {last_bytes_past_end, "the last {beyond} of {bytes} are past the end of {memory}"},
        {freed, "{place}; {call} freed them"},
        {shared_byte, "byte {offset} of the block's shared memory{name?, in {name}}"},
        {reserved_shared_byte, "byte {offset} of the shared memory that CUDA reserves for itself"},
        {local_byte, "byte {offset} of the thread's local memory"},
        {before_block_or_thread_memory, "{bytes} {bytes|byte|bytes} before it"},
        {past_shared_memory, "offset {offset}; the block has {bytes} {bytes|byte|bytes}"},
        {past_local_memory, "offset {offset}; the thread has {bytes} {bytes|byte|bytes}"},
        {byte_from_address_0, "byte {offset} from address 0"},
        {host_address, "not device memory; it looks like an address of the host"},
        {no_allocation_near, "no allocation is nearby"},
        {ptx_register, "register {name} of the PTX"},
    };
    return all;
}

} // namespace kernelsmith
