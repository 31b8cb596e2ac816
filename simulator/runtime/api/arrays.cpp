// Arrays: memory that textures are read from. On a GPU its elements lie in an order of their own; here they lie row by
// row, and nobody can tell.

#include "runtime/api/entry.h"
#include "runtime/copy.h"
#include "runtime/pointers.h"

using namespace simulator::runtime;
using simulator::Address;
using simulator::Allocation;
using simulator::FreeResult;
using simulator::Origin;

namespace {

// Rows begin where those of pitched memory may.

bool is_width(int bits) { return bits == 8 || bits == 16 || bits == 32; }

/// Bytes of an element. Refuses formats that no array has.
std::size_t element_bytes(const cudaChannelFormatDesc& format) {
    const int channels[] = {format.x, format.y, format.z, format.w};
    std::size_t count = 0;
    while (count < 4 && channels[count] != 0) ++count;
    require(is_width(format.x) && (count == 1 || count == 2 || count == 4),
            cudaErrorInvalidChannelDescriptor);
    for (std::size_t n = 0; n < 4; ++n)
        require(channels[n] == (n < count ? format.x : 0), cudaErrorInvalidChannelDescriptor);
    require(format.f == cudaChannelFormatKindSigned || format.f == cudaChannelFormatKindUnsigned ||
                format.f == cudaChannelFormatKindFloat,
            cudaErrorInvalidChannelDescriptor);
    require(format.f != cudaChannelFormatKindFloat || format.x >= 16, cudaErrorInvalidChannelDescriptor);
    return count * static_cast<std::size_t>(format.x) / 8;
}

Array& array_of(Runtime& runtime, cudaArray_const_t array) {
    return runtime.arrays.at(const_cast<cudaArray_t>(array));
}

/// Where a copy begins in an array, and how far it may go. Refuses what lies outside.
void* place_in(const Array& array, std::size_t x_bytes, std::size_t y, std::size_t width,
               std::size_t height) {
    const std::size_t row = array.width * array.element_bytes;
    const std::size_t rows = std::max<std::size_t>(1, array.height);
    require(x_bytes <= row && width <= row - x_bytes && y <= rows && height <= rows - y);
    return pointer_to(array.begin + y * array.pitch + x_bytes);
}

struct HostSide {
    void* begin;
    std::size_t pitch;
};

void copy_to_array(Runtime& runtime, cudaArray_t array, std::size_t x, std::size_t y, HostSide from,
                   std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream,
                   const void* caller, Await await) {
    const Array& to = array_of(runtime, array);
    require(kind != cudaMemcpyHostToHost && kind != cudaMemcpyDeviceToHost, cudaErrorInvalidMemcpyDirection);
    require(width <= from.pitch, cudaErrorInvalidPitchValue);
    void* const begin = place_in(to, x, y, width, height);
    submit_copy(runtime, stream,
                {{begin, {to.pitch, 0}}, {from.begin, {from.pitch, 0}}, {width, height}, kind, caller},
                await);
}

void copy_from_array(Runtime& runtime, HostSide to, cudaArray_const_t array, std::size_t x, std::size_t y,
                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream,
                     const void* caller, Await await) {
    const Array& from = array_of(runtime, array);
    require(kind != cudaMemcpyHostToHost && kind != cudaMemcpyHostToDevice, cudaErrorInvalidMemcpyDirection);
    require(width <= to.pitch, cudaErrorInvalidPitchValue);
    const void* const begin = place_in(from, x, y, width, height);
    submit_copy(runtime, stream,
                {{to.begin, {to.pitch, 0}}, {begin, {from.pitch, 0}}, {width, height}, kind, caller}, await);
}

} // namespace

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned flags) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.captures.forbid_unsafe();
        require(array != nullptr && format != nullptr && width > 0);
        if (flags != cudaArrayDefault) refuse_unsupported("cudaMallocArray for surfaces or gathering");
        Array made{0, 0, *format, element_bytes(*format), width, height, flags};
        made.pitch = pitch_of(bytes_times(width, made.element_bytes));
        const std::size_t bytes = bytes_times(made.pitch, std::max<std::size_t>(1, height));
        const Allocation* const allocation =
            runtime.memory.allocate(bytes, Origin::device, runtime.site_of("cudaMallocArray", caller));
        require(allocation != nullptr, cudaErrorMemoryAllocation);
        made.begin = allocation->begin;
        *array = runtime.arrays.add(made);
    });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    const void* caller = CALLER;
    return answer(Need::idle_gpu, [&](Runtime& runtime) {
        runtime.captures.forbid_unsafe();
        if (array == nullptr) return;
        const Address begin = array_of(runtime, array).begin;
        runtime.when_idle([begin, site = runtime.site_of("cudaFreeArray", caller)](Runtime& idle) {
            idle.release(begin, site);
        });
        runtime.arrays.remove(array);
    });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        const Array& known = array_of(runtime, array);
        if (format != nullptr) *format = known.format;
        if (extent != nullptr) *extent = {known.width, known.height, 0};
        if (flags != nullptr) *flags = known.flags;
    });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(format != nullptr);
        *format = array_of(runtime, array).format;
    });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        copy_to_array(runtime, to, x, y, {const_cast<void*>(from), pitch}, width, height, kind, nullptr,
                      caller, Await::yes);
    });
}
PER_THREAD(cudaMemcpy2DToArray, _ptds)

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        check_stream(runtime, stream);
        copy_to_array(runtime, to, x, y, {const_cast<void*>(from), pitch}, width, height, kind, stream,
                      caller, Await::no);
    });
}
PER_THREAD(cudaMemcpy2DToArrayAsync, _ptsz)

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                  std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        copy_from_array(runtime, {to, pitch}, from, x, y, width, height, kind, nullptr, caller, Await::yes);
    });
}
PER_THREAD(cudaMemcpy2DFromArray, _ptds)

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        check_stream(runtime, stream);
        copy_from_array(runtime, {to, pitch}, from, x, y, width, height, kind, stream, caller, Await::no);
    });
}
PER_THREAD(cudaMemcpy2DFromArrayAsync, _ptsz)
