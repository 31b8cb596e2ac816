#include "runner/copy_count.h"

#include <atomic>
#include <cstddef>

#include <cuda_runtime_api.h>

#include "runner/next_function.h"

namespace runner {
namespace {

std::atomic<bool> counting = false;
std::atomic<std::uint64_t> counted = 0;

bool on_the_host(const void* pointer) {
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
        (void)cudaGetLastError(); // a question must not leave an error to the solution
        return true;
    }
    return attributes.type == cudaMemoryTypeUnregistered || attributes.type == cudaMemoryTypeHost;
}

/// A copy from @p from to @p to; null stands for a symbol, which is the device's.
void count(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    if (!counting) return;
    const bool across = kind == cudaMemcpyDefault
                            ? (to != nullptr && on_the_host(to)) != (from != nullptr && on_the_host(from))
                            : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToHost;
    if (across) counted += bytes;
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

} // namespace runner

using runner::count;
using runner::next_function;

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    static auto* const copy = next_function<decltype(cudaMemcpy)>("cudaMemcpy");
    count(to, from, bytes, kind);
    return copy(to, from, bytes, kind);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    static auto* const copy = next_function<decltype(cudaMemcpyAsync)>("cudaMemcpyAsync");
    count(to, from, bytes, kind);
    return copy(to, from, bytes, kind, stream);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
    static auto* const copy = next_function<decltype(cudaMemcpy2D)>("cudaMemcpy2D");
    count(to, from, width * height, kind);
    return copy(to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    static auto* const copy = next_function<decltype(cudaMemcpy2DAsync)>("cudaMemcpy2DAsync");
    count(to, from, width * height, kind);
    return copy(to, to_pitch, from, from_pitch, width, height, kind, stream);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
    static auto* const copy = next_function<decltype(cudaMemcpyToSymbol)>("cudaMemcpyToSymbol");
    count(nullptr, from, bytes, kind);
    return copy(symbol, from, bytes, offset, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
    static auto* const copy = next_function<decltype(cudaMemcpyToSymbolAsync)>("cudaMemcpyToSymbolAsync");
    count(nullptr, from, bytes, kind);
    return copy(symbol, from, bytes, offset, kind, stream);
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
    static auto* const copy = next_function<decltype(cudaMemcpyFromSymbol)>("cudaMemcpyFromSymbol");
    count(to, nullptr, bytes, kind);
    return copy(to, symbol, bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
    static auto* const copy = next_function<decltype(cudaMemcpyFromSymbolAsync)>("cudaMemcpyFromSymbolAsync");
    count(to, nullptr, bytes, kind);
    return copy(to, symbol, bytes, offset, kind, stream);
}

} // extern "C"
