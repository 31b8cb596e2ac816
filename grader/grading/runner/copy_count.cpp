#include "grading/runner/copy_count.h"

#include <atomic>
#include <cstddef>

#include <cuda_runtime_api.h>

namespace runner {
namespace {

using grader::Direction;

std::atomic<bool> counting = false;
std::atomic<std::uint64_t> counted = 0;

bool is_host_address(const void* pointer) {
    if (pointer == device_array_address) return false;
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
        (void)cudaGetLastError(); // a query must not leave its error to the solution
        return true;
    }
    // Managed memory counts as the host's: the host can compute with the bytes that a copy puts there.
    return attributes.type != cudaMemoryTypeDevice;
}

/// Returns the bytes per element of @p array; 0 if the runtime does not know the array.
std::uint64_t element_bytes(cudaArray_t array) {
    cudaChannelFormatDesc format{};
    if (cudaGetChannelDesc(&format, array) != cudaSuccess) {
        (void)cudaGetLastError();
        return 0;
    }
    return static_cast<std::uint64_t>(format.x + format.y + format.z + format.w) / 8;
}

/// Returns the rows of a 3D copy. The width of its extent is in elements if an array takes part, otherwise in
/// bytes.
PitchedRows rows_of(const cudaExtent& extent, cudaArray_t to, cudaArray_t from) {
    const cudaArray_t array = to != nullptr ? to : from;
    return {(array == nullptr ? 1 : element_bytes(array)) * extent.width, extent.height * extent.depth};
}

const void* address_of(const cudaMemcpy3DOperand& operand) {
    return operand.type == cudaMemcpyOperandTypeArray ? device_array_address : operand.op.ptr.ptr;
}

cudaArray_t array_of(const cudaMemcpy3DOperand& operand) {
    return operand.type == cudaMemcpyOperandTypeArray ? operand.op.array.array : nullptr;
}

} // namespace

const void* address_of_symbol(const void* symbol) {
    void* place = nullptr;
    if (cudaGetSymbolAddress(&place, symbol) == cudaSuccess) return place;
    (void)cudaGetLastError();
    return device_array_address;
}

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

void CopyDescription::add(const CopyDescription& other) {
    if (bytes == 0)
        direction = other.direction;
    else if (other.bytes > 0 && other.direction != direction)
        direction = Direction::several;
    bytes += other.bytes;
    traffic_bytes += other.traffic_bytes;
    host_device_bytes += other.host_device_bytes;
}

std::uint64_t PitchedRows::sector_bytes() const {
    constexpr std::uint64_t sector = 32;
    return (width + sector - 1) / sector * sector * count;
}

CopyDescription describe_copy(const void* to, const void* from, PitchedRows rows, cudaMemcpyKind kind) {
    const bool named = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToHost;
    const bool from_host = named ? kind == cudaMemcpyHostToDevice : is_host_address(from);
    const bool to_host = named ? kind == cudaMemcpyDeviceToHost : is_host_address(to);
    const std::uint64_t bytes = rows.bytes();
    if (from_host && to_host) return {bytes, bytes, 0, Direction::on_host};
    if (!from_host && !to_host) return {bytes, 2 * rows.sector_bytes(), 0, Direction::on_device};
    return {bytes, rows.sector_bytes(), bytes, to_host ? Direction::to_host : Direction::to_device};
}

CopyDescription describe_copy(const void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind) {
    return describe_copy(to, from, PitchedRows{bytes}, kind);
}

CopyDescription describe_copy(const cudaMemcpy3DParms& copy) {
    return describe_copy(copy.dstArray != nullptr ? device_array_address : copy.dstPtr.ptr,
                         copy.srcArray != nullptr ? device_array_address : copy.srcPtr.ptr,
                         rows_of(copy.extent, copy.dstArray, copy.srcArray), copy.kind);
}

CopyDescription describe_copy(const cudaMemcpy3DPeerParms& copy) {
    return describe_copy(copy.dstArray != nullptr ? device_array_address : copy.dstPtr.ptr,
                         copy.srcArray != nullptr ? device_array_address : copy.srcPtr.ptr,
                         rows_of(copy.extent, copy.dstArray, copy.srcArray), cudaMemcpyDefault);
}

CopyDescription describe_copy(const cudaMemcpy3DBatchOp& copy) {
    return describe_copy(address_of(copy.dst), address_of(copy.src),
                         rows_of(copy.extent, array_of(copy.dst), array_of(copy.src)), cudaMemcpyDefault);
}

} // namespace runner
