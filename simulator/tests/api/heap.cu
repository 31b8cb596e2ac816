// The device heap: its limit, its allocations, and host accesses to them.

#include "show.h"

#include <cstdint>

namespace {

__device__ char* kept = nullptr;

struct Answers {
    int given;
    int aligned;
    int of_nothing;
    int too_much;
    int rest_of_warp;
};

__global__ void ask(Answers* answers) {
    char* const mine = static_cast<char*>(malloc(24));
    if (mine == nullptr || reinterpret_cast<std::uintptr_t>(mine) % 16 != 0) {
        atomicAdd(&answers->rest_of_warp, 1);
    }
    if (threadIdx.x == 0) {
        answers->given = mine != nullptr;
        answers->aligned = reinterpret_cast<std::uintptr_t>(mine) % 16 == 0;
        void* const nothing = malloc(0);
        answers->of_nothing = nothing != nullptr;
        free(nothing);
        void* const too_much = malloc(std::size_t{1} << 30);
        answers->too_much = too_much != nullptr;
        free(too_much);
        kept = mine;
        mine[0] = 7;
        free(nullptr);
    } else {
        free(mine);
    }
}

__global__ void use_kept(int* out) {
    *out = kept[0];
    free(kept);
}

/// Allocates blocks of 1 MiB until that fails, and frees them.
__global__ void fill(int* count) {
    void* blocks[64];
    int taken = 0;
    while (taken < 64 && (blocks[taken] = malloc(1 << 20)) != nullptr) {
        ++taken;
    }
    for (int n = 0; n < taken; ++n) {
        free(blocks[n]);
    }
    *count = taken;
}

std::size_t limit_now() {
    std::size_t limit = 99;
    cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
    return limit;
}

template <class T> T from_device(const T* from) {
    T value = {};
    cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    int* out = nullptr;
    VALUE(limit_now());
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, std::size_t{4} << 20));
    VALUE(limit_now());
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (std::size_t{16} << 20) + 1));
    VALUE(limit_now());
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, std::size_t{16} << 20));
    SHOW(cudaMalloc(&out, 256));
    SHOW(cudaMemset(out, 0, 256));
    auto* const answers = reinterpret_cast<Answers*>(out);
    LAUNCH(ask<<<1, 32>>>(answers));
    SHOW(cudaDeviceSynchronize());
    VALUE(from_device(answers).given);
    VALUE(from_device(answers).aligned);
    VALUE(from_device(answers).of_nothing);
    VALUE(from_device(answers).too_much);
    VALUE(from_device(answers).rest_of_warp);
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, std::size_t{32} << 20));
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, std::size_t{16} << 20));
    VALUE(limit_now());
    char* from_heap = nullptr;
    char letter = 0;
    SHOW(cudaMemcpyFromSymbol(&from_heap, kept, sizeof from_heap));
    SHOW(cudaMemcpy(&letter, from_heap, 1, cudaMemcpyDeviceToHost));
    SHOW(cudaFree(from_heap));
    cudaPointerAttributes attributes = {};
    SHOW(cudaPointerGetAttributes(&attributes, from_heap));
    VALUE(attributes.type);
    LAUNCH(use_kept<<<1, 1>>>(out));
    VALUE(from_device(out));
    LAUNCH(fill<<<1, 1>>>(out));
    VALUE(from_device(out) >= 8);
    VALUE(from_device(out) <= 16);
    LAUNCH(fill<<<1, 1>>>(out + 1));
    VALUE(from_device(out) == from_device(out + 1));
    SHOW(cudaDeviceReset());
    VALUE(limit_now());
    return 0;
}
