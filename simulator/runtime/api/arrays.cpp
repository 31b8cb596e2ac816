// Arrays: memory that textures are read from. A GPU has its own element order; here arrays are row-major,
// which no program can detect. Copies of them are in array_copies.cpp.

#include "runtime/arrays.h"
#include "runtime/api/entry.h"
#include "runtime/calls.h"
#include "runtime/memory.h"
#include "runtime/properties.h"
#include "runtime/streams.h"

using namespace simulator::runtime;
using simulator::Address;
using simulator::Allocation;
using simulator::AllocationOrigin;

namespace {

bool is_width(int bits) { return bits == 8 || bits == 16 || bits == 32; }

/// Returns the bytes per element. Rejects formats that no array supports.
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
    return runtime.arrays().made.at(const_cast<cudaArray_t>(array));
}

/// Returns whether an array of this size is allowed, by the number of its dimensions.
bool is_within_limits(const simulator::Device& device, const Array& array) {
    const auto fits = [&](std::size_t size, cudaDeviceAttr largest) {
        return size <= static_cast<std::size_t>(*attribute_of(device, largest));
    };
    if (array.depth != 0)
        return fits(array.width, cudaDevAttrMaxTexture3DWidth) &&
               fits(array.height, cudaDevAttrMaxTexture3DHeight) &&
               fits(array.depth, cudaDevAttrMaxTexture3DDepth);
    if (array.height != 0)
        return fits(array.width, cudaDevAttrMaxTexture2DWidth) &&
               fits(array.height, cudaDevAttrMaxTexture2DHeight);
    return fits(array.width, cudaDevAttrMaxTexture1DWidth);
}

cudaArray_t allocate_array(Runtime& runtime, const cudaChannelFormatDesc& format, const cudaExtent& extent,
                           unsigned flags, const char* function, const void* caller) {
    require(extent.width > 0 && (extent.height > 0 || extent.depth == 0));
    Array made{.format = format,
               .element_bytes = element_bytes(format),
               .width = extent.width,
               .height = extent.height,
               .depth = extent.depth,
               .flags = flags};
    require(is_within_limits(runtime.device, made));
    const Allocation* const allocation =
        runtime.memory().device.allocate(made.layer_bytes() * made.layers(), AllocationOrigin::device,
                                         runtime.calls().site_of(function, caller));
    require(allocation != nullptr, cudaErrorMemoryAllocation);
    made.begin = allocation->begin;
    return runtime.arrays().made.add(made);
}

} // namespace

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned flags) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        require(array != nullptr && format != nullptr);
        if (flags != cudaArrayDefault) refuse_unsupported("cudaMallocArray for surfaces or gathering");
        *array = allocate_array(runtime, *format, {width, height, 0}, flags, "cudaMallocArray", caller);
    });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned flags) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        require(array != nullptr && format != nullptr);
        if (flags != cudaArrayDefault)
            refuse_unsupported("cudaMalloc3DArray for layers, cubes, surfaces or gathering");
        *array = allocate_array(runtime, *format, extent, flags, "cudaMalloc3DArray", caller);
    });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    const void* caller = CALLER;
    return answer(Need::idle_gpu, [&](Runtime& runtime) {
        runtime.streams().captures.forbid_unsafe();
        if (array == nullptr) return;
        const Address begin = array_of(runtime, array).begin;
        runtime.calls().when_idle([begin, site = runtime.calls().site_of("cudaFreeArray", caller)](
                                      Runtime& idle) { release(idle, begin, site); });
        runtime.arrays().made.remove(array);
    });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        const Array& known = array_of(runtime, array);
        if (format != nullptr) *format = known.format;
        if (extent != nullptr) *extent = {known.width, known.height, known.depth};
        if (flags != nullptr) *flags = known.flags;
    });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(format != nullptr);
        *format = array_of(runtime, array).format;
    });
}
