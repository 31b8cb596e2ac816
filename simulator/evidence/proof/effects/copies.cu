// Copies: strides, widths, and alignment to sectors.

#include <algorithm>

#include "effects.h"

namespace effects {

namespace {

constexpr unsigned threads = 256;

template <int STRIDE> __global__ void copy_read_stride(const float* input, float* output, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) output[i] = input[i * STRIDE];
}

template <int STRIDE> __global__ void copy_write_stride(const float* input, float* output, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) output[i * STRIDE] = input[i];
}

template <class Element>
__global__ void copy_elements(const Element* input, Element* output, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) output[i] = input[i];
}

__global__ void copy_from_offset(const float* input, float* output, unsigned count, unsigned offset) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) output[i] = input[i + offset];
}

__global__ void read_only(const float4* input, float* output, unsigned count, float never) {
    float sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const float4 four = input[i];
        sum += four.x + four.y + four.z + four.w;
    }
    if (sum == never) output[threadIdx.x] = sum;
}

__global__ void write_only(float* output, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) output[i] = static_cast<float>(i);
}

template <int STRIDE> void add_strides(Kernels& kernels) {
    // At most 1 GiB from the first element to the last one.
    constexpr unsigned count = std::min(1u << 25, (1u << 28) / STRIDE);
    const std::string stride = std::to_string(STRIDE);
    kernels.push_back({"copy_read_stride_" + stride, [](Buffers& buffers) {
                           copy_read_stride<STRIDE>
                               <<<count / threads, threads>>>(buffers.input(4ull * count * STRIDE),
                                                              buffers.output(), count);
                       }});
    kernels.push_back({"copy_write_stride_" + stride, [](Buffers& buffers) {
                           copy_write_stride<STRIDE>
                               <<<count / threads, threads>>>(buffers.input(4ull * count), buffers.output(),
                                                              count);
                       }});
}

template <class Element> void add_width(Kernels& kernels, const char* name, unsigned count) {
    kernels.push_back({name, [count](Buffers& buffers) {
                           copy_elements<<<count / threads, threads>>>(
                               reinterpret_cast<const Element*>(buffers.input(sizeof(Element) * count)),
                               reinterpret_cast<Element*>(buffers.output()), count);
                       }});
}

} // namespace

void add_copies(Kernels& kernels) {
    add_strides<1>(kernels);
    add_strides<2>(kernels);
    add_strides<4>(kernels);
    add_strides<8>(kernels);
    add_strides<16>(kernels);
    add_strides<32>(kernels);
    add_width<unsigned char>(kernels, "copy_bytes", 3u << 25);
    add_width<float2>(kernels, "copy_float2", 1u << 24);
    add_width<float4>(kernels, "copy_float4", 1u << 23);
    kernels.push_back({"copy_from_offset_1", [](Buffers& buffers) {
                           constexpr unsigned count = 1u << 25;
                           copy_from_offset<<<count / threads, threads>>>(buffers.input(4ull * count + 4),
                                                                          buffers.output(), count, 1);
                       }});
    kernels.push_back({"read_only", [](Buffers& buffers) {
                           constexpr unsigned count = 1u << 25;
                           read_only<<<8 * proof::multiprocessors, threads>>>(
                               reinterpret_cast<const float4*>(buffers.input(16ull * count)),
                               buffers.output(), count, -1.0f);
                       }});
    kernels.push_back({"write_only", [](Buffers& buffers) {
                           constexpr unsigned count = 1u << 27;
                           write_only<<<count / threads, threads>>>(buffers.output(), count);
                       }});
}

} // namespace effects
