// Lab 02 in two streams: striped and mixed rows have a stream each, forked from the default stream and joined with
// it by events. Choose this if two kernels do not depend on each other and one of them does not fill
// the GPU. Here both fill it, and only the ends overlap.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int striped_block = 256;           // threads per block in striped rows
constexpr int quads_each = mixed_values / 4; // float4 groups per thread in mixed rows

__global__ void transform_striped(const float4* in, float4* out, std::size_t quads, int iterations) {
    const std::size_t quad = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (quad >= quads) return;

    float4 value = in[quad]; // one value of each formula
    for (int i = 0; i < iterations; ++i) {
        value.x = step_log(value.x);
        value.y = step_cos(value.y);
        value.z = step_sin(value.z);
        value.w = step_tan(value.w);
    }
    out[quad] = value;
}

__global__ void transform_mixed(const float4* in, float4* out, std::size_t quads, int iterations) {
    __shared__ float ordered[mixed_block * mixed_values];
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * quads_each) + threadIdx.x;

    float value[mixed_values];
#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * mixed_block;
        // Values past the end are computed, but not stored.
        const float4 four = quad < quads ? in[quad] : make_float4(12.0f, 12.0f, 12.0f, 12.0f);
        value[4 * i] = four.x;
        value[4 * i + 1] = four.y;
        value[4 * i + 2] = four.z;
        value[4 * i + 3] = four.w;
    }
    int formula[mixed_values];
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) formula[j] = formula_of(value[j]);
    const Order order = order_by_formula(formula);

#pragma unroll
    for (int j = 0; j < mixed_values; ++j) ordered[order.place[j]] = value[j];
    __syncthreads();
    for (int at = threadIdx.x; at < mixed_block * mixed_values; at += mixed_block)
        ordered[at] = transformed(ordered[at], order.formula_at(at), iterations);
    __syncthreads();

#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * mixed_block;
        const int* at = order.place + 4 * i;
        if (quad < quads)
            out[quad] = make_float4(ordered[at[0]], ordered[at[1]], ordered[at[2]], ordered[at[3]]);
    }
}

/// A non-blocking stream, and an event that orders it with the default stream.
struct Branch {
    cudaStream_t stream = nullptr;
    cudaEvent_t mark = nullptr;

    Branch() {
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CUDA_CHECK(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    }
};

extern "C" void transform(const TransformArgs& args) {
    static const Branch branches[2]; // kept for all calls, because creating them takes longer than a launch
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    const std::size_t striped = elements_of(args, args.striped_rows) / 4;
    const std::size_t mixed = elements_of(args, args.mixed_rows) / 4;

    for (const Branch& branch : branches) { // fork: after all earlier work in the default stream
        CUDA_CHECK(cudaEventRecord(branch.mark, nullptr));
        CUDA_CHECK(cudaStreamWaitEvent(branch.stream, branch.mark));
    }
    if (striped > 0) {
        transform_striped<<<groups_of(striped_block, striped), striped_block, 0, branches[0].stream>>>(
            in, out, striped, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    if (mixed > 0) {
        transform_mixed<<<groups_of(mixed_block * quads_each, mixed), mixed_block, 0, branches[1].stream>>>(
            in + striped, out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    for (const Branch& branch : branches) { // join: the default stream continues after both
        CUDA_CHECK(cudaEventRecord(branch.mark, branch.stream));
        CUDA_CHECK(cudaStreamWaitEvent(nullptr, branch.mark));
    }
}
