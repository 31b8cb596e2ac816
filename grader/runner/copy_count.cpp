#include "runner/copy_count.h"

#include <atomic>
#include <cstddef>

#include <cuda_runtime_api.h>

namespace runner {
namespace {

using grader::Direction;

std::atomic<bool> counting = false;
std::atomic<std::uint64_t> counted = 0;

bool on_the_host(const void* pointer) {
    if (pointer == on_the_device) return false;
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
        (void)cudaGetLastError(); // a question must not leave an error to the solution
        return true;
    }
    return attributes.type == cudaMemoryTypeUnregistered || attributes.type == cudaMemoryTypeHost;
}

/// Bytes of an element of @p array; 0 where the runtime does not know the array.
std::uint64_t element_bytes(cudaArray_t array) {
    cudaChannelFormatDesc format{};
    if (cudaGetChannelDesc(&format, array) != cudaSuccess) {
        (void)cudaGetLastError();
        return 0;
    }
    return static_cast<std::uint64_t>(format.x + format.y + format.z + format.w) / 8;
}

/// Bytes of a box. Its width is in elements where an array takes part, and in bytes where none does.
std::uint64_t bytes_of(const cudaExtent& extent, cudaArray_t to, cudaArray_t from) {
    const cudaArray_t array = to != nullptr ? to : from;
    return (array == nullptr ? 1 : element_bytes(array)) * extent.width * extent.height * extent.depth;
}

const void* address_of(const cudaMemcpy3DOperand& operand) {
    return operand.type == cudaMemcpyOperandTypeArray ? on_the_device : operand.op.ptr.ptr;
}

cudaArray_t array_of(const cudaMemcpy3DOperand& operand) {
    return operand.type == cudaMemcpyOperandTypeArray ? operand.op.array.array : nullptr;
}

} // namespace

void start_copy_count() {
    counted = 0;
    counting = true;
}

std::uint64_t stop_copy_count() {
    counting = false;
    return counted;
}

void count_copied(std::uint64_t bytes) {
    if (counting) counted += bytes;
}

void CopyOf::add(const CopyOf& other) {
    if (bytes == 0)
        direction = other.direction;
    else if (other.bytes > 0 && other.direction != direction)
        direction = Direction::several;
    bytes += other.bytes;
    across += other.across;
}

CopyOf copy_of(const void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind) {
    if (kind == cudaMemcpyHostToDevice) return {bytes, bytes, Direction::to_device};
    if (kind == cudaMemcpyDeviceToHost) return {bytes, bytes, Direction::to_host};
    const bool to_host = on_the_host(to);
    if (on_the_host(from))
        return {bytes, to_host ? 0 : bytes, to_host ? Direction::on_host : Direction::to_device};
    return {bytes, to_host ? bytes : 0, to_host ? Direction::to_host : Direction::on_device};
}

CopyOf copy_of(const cudaMemcpy3DParms& copy) {
    return copy_of(copy.dstArray != nullptr ? on_the_device : copy.dstPtr.ptr,
                   copy.srcArray != nullptr ? on_the_device : copy.srcPtr.ptr,
                   bytes_of(copy.extent, copy.dstArray, copy.srcArray), copy.kind);
}

CopyOf copy_of(const cudaMemcpy3DPeerParms& copy) {
    return copy_of(copy.dstArray != nullptr ? on_the_device : copy.dstPtr.ptr,
                   copy.srcArray != nullptr ? on_the_device : copy.srcPtr.ptr,
                   bytes_of(copy.extent, copy.dstArray, copy.srcArray), cudaMemcpyDefault);
}

CopyOf copy_of(const cudaMemcpy3DBatchOp& copy) {
    return copy_of(address_of(copy.dst), address_of(copy.src),
                   bytes_of(copy.extent, array_of(copy.dst), array_of(copy.src)), cudaMemcpyDefault);
}

} // namespace runner
