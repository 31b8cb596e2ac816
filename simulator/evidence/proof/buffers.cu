#include "buffers.h"

#include <bit>
#include <stdexcept>
#include <string>

namespace proof {

namespace {

constexpr unsigned threads = 256;
constexpr unsigned table_elements = 16 * 1024 * 1024;
constexpr std::size_t atomics_bytes = 4 * MiB;
constexpr std::size_t flush_bytes = 256 * MiB;

__device__ unsigned mixed(unsigned number) {
    number = (number ^ (number >> 16)) * 0x7feb352du;
    number = (number ^ (number >> 15)) * 0x846ca68bu;
    return number ^ (number >> 16);
}

__device__ float number_by_chance(unsigned index) {
    return 0.5f + static_cast<float>(mixed(index) >> 8) * 0x1p-24f;
}

// Four elements per thread.
__global__ void fill_input(float4* input, unsigned first, unsigned count) {
    const unsigned i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= first + count) return;
    input[i] = make_float4(number_by_chance(4 * i), number_by_chance(4 * i + 1), number_by_chance(4 * i + 2),
                           number_by_chance(4 * i + 3));
}

__global__ void fill_indices(unsigned* indices) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    indices[i] = mixed(i + 0x12345u);
}

// A linear congruential generator of full period: it visits each of 2^n numbers once.
__global__ void fill_chain(unsigned* next, unsigned mask) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= mask) next[i] = (i * 1664525u + 1013904223u) & mask;
}

__global__ void flush_l2(float* buffer, std::size_t elements) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (std::size_t i = first; i < elements; i += step) buffer[i] = 1.0f;
    float sum = 0;
    for (std::size_t i = first; i < elements; i += step) sum += __ldcg(buffer + i);
    if (sum < 0) buffer[first] = sum;
}

} // namespace

void check(cudaError_t error, const char* tried) {
    if (error == cudaSuccess) return;
    throw std::runtime_error(std::string(tried) + ": " + cudaGetErrorString(error));
}

Buffers::~Buffers() {
    for (void* buffer : {input_, indices_, output_, counters_, sums_, flush_}) cudaFree(buffer);
    for (void* buffer : chains_) cudaFree(buffer);
}

void* Buffers::allocated(void*& buffer, std::size_t bytes) {
    if (buffer == nullptr) check(cudaMalloc(&buffer, bytes), "memory");
    return buffer;
}

const float* Buffers::input(std::size_t bytes) {
    auto* numbers = static_cast<float4*>(allocated(input_, GiB));
    if (bytes > GiB) throw std::invalid_argument("the input has 1 GiB");
    if (bytes > input_filled_) {
        // Round up to whole MiB, so that a slightly larger request does not launch another small kernel.
        const std::size_t end = (bytes + MiB - 1) / MiB * MiB;
        const auto first = static_cast<unsigned>(input_filled_ / sizeof(float4));
        const auto count = static_cast<unsigned>((end - input_filled_) / sizeof(float4));
        fill_input<<<count / threads, threads>>>(numbers, first, count);
        input_filled_ = end;
    }
    return reinterpret_cast<const float*>(numbers);
}

const unsigned* Buffers::indices() {
    const bool is_new = indices_ == nullptr;
    auto* table = static_cast<unsigned*>(allocated(indices_, table_elements * sizeof(unsigned)));
    if (is_new) fill_indices<<<table_elements / threads, threads>>>(table);
    return table;
}

const unsigned* Buffers::chain(std::size_t bytes) {
    const auto elements = static_cast<unsigned>(bytes / sizeof(unsigned));
    if (bytes > 256 * MiB || !std::has_single_bit(elements)) throw std::invalid_argument("no such chain");
    void*& chain = chains_.at(std::bit_width(elements) - 1u);
    const bool is_new = chain == nullptr;
    auto* table = static_cast<unsigned*>(allocated(chain, bytes));
    if (is_new) fill_chain<<<(elements + threads - 1) / threads, threads>>>(table, elements - 1);
    return table;
}

float* Buffers::output() { return static_cast<float*>(allocated(output_, GiB)); }

unsigned* Buffers::counters() {
    const bool is_new = counters_ == nullptr;
    void* memory = allocated(counters_, atomics_bytes);
    if (is_new) check(cudaMemset(memory, 0, atomics_bytes), "memset");
    return static_cast<unsigned*>(memory);
}

float* Buffers::sums() {
    const bool is_new = sums_ == nullptr;
    void* memory = allocated(sums_, atomics_bytes);
    if (is_new) check(cudaMemset(memory, 0, atomics_bytes), "memset");
    return static_cast<float*>(memory);
}

void Buffers::empty_l2() {
    auto* memory = static_cast<float*>(allocated(flush_, flush_bytes));
    flush_l2<<<1056, threads>>>(memory, flush_bytes / sizeof(float));
}

} // namespace proof
