// Errors that a program sees after a kernel has faulted. The argument names one fault, which needs a process.

#include "show.h"

#include <cassert>
#include <cstring>

namespace {

__global__ void stores_to(int* where) { where[threadIdx.x] = 1; }
__global__ void asserts(int n) { assert(n == 0); }
__global__ void traps() { __trap(); }
__global__ void nothing() {}

/// The results of each kind of call, from the launch on.
void aftermath() {
    void* p = nullptr;
    int device = 0;
    int count = 0;
    std::size_t bytes = 0;
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    cudaDeviceProp properties = {};
    cudaFuncAttributes attributes = {};
    VALUE(cudaPeekAtLastError());
    VALUE(cudaDeviceSynchronize());
    VALUE(cudaPeekAtLastError());
    VALUE(cudaGetLastError());
    VALUE(cudaGetLastError());
    VALUE(cudaDeviceSynchronize());
    VALUE(cudaMalloc(&p, 16));
    VALUE(cudaFree(nullptr));
    VALUE(cudaFree(p));
    p = nullptr;
    VALUE(cudaMemcpy(p, &device, 4, cudaMemcpyHostToDevice));
    VALUE(cudaGetDevice(&device));
    VALUE(cudaSetDevice(0));
    VALUE(cudaGetDeviceCount(&count));
    VALUE(cudaGetDeviceProperties(&properties, 0));
    VALUE(cudaFuncGetAttributes(&attributes, nothing));
    VALUE(cudaMemGetInfo(&bytes, &bytes));
    VALUE(cudaStreamCreate(&stream));
    VALUE(cudaStreamQuery(nullptr));
    VALUE(cudaEventCreate(&event));
    VALUE(cudaEventRecord(nullptr));
    VALUE(cudaMallocHost(&p, 16));
    VALUE(cudaHostAlloc(&p, 16, 0));
    VALUE(cudaDeviceGetAttribute(&device, cudaDevAttrWarpSize, 0));
    VALUE(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    VALUE(cudaRuntimeGetVersion(&device));
    nothing<<<1, 1>>>();
    VALUE(cudaGetLastError());
    nothing<<<1, 2000>>>();
    VALUE(cudaGetLastError());
    VALUE(cudaDeviceReset());
    VALUE(cudaGetLastError());
    VALUE(cudaMalloc(&p, 16));
    VALUE(cudaGetLastError());
    nothing<<<1, 1>>>();
    VALUE(cudaGetLastError());
    VALUE(cudaDeviceSynchronize());
}

} // namespace

int main(int count, char** arguments) {
    const char* which = count > 1 ? arguments[1] : "";
    int* data = nullptr;
    cudaMalloc(&data, 1024);
    nothing<<<1, 1>>>();
    cudaDeviceSynchronize();
    if (std::strcmp(which, "illegal") == 0) {
        stores_to<<<1, 32>>>(reinterpret_cast<int*>(0x4000));
    } else if (std::strcmp(which, "misaligned") == 0) {
        stores_to<<<1, 32>>>(reinterpret_cast<int*>(reinterpret_cast<char*>(data) + 2));
    } else if (std::strcmp(which, "assert") == 0) {
        asserts<<<1, 1>>>(1);
    } else if (std::strcmp(which, "trap") == 0) {
        traps<<<1, 1>>>();
    } else if (std::strcmp(which, "host") == 0) {
        std::printf("reading\n");
        std::fflush(stdout);
        return *static_cast<volatile int*>(data);
    }
    aftermath();
    return 0;
}
