// Calls and launches that must be rejected, each with the right
// error, and that have no other effect.

#include <cstdio>
#include <cstdlib>
#include <cstring>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

int failures = 0;

void expect(cudaError_t found, cudaError_t expected, const char* what) {
    if (found == expected) return;
    std::printf("%s: %s, not %s\n", what, cudaGetErrorName(found), cudaGetErrorName(expected));
    ++failures;
}

void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("does not hold: %s\n", what);
    ++failures;
}

__global__ void set_to(int* value, int to) { *value = to; }

void refused_launches(int* value) {
    const auto refused = [value](dim3 grid, dim3 block, size_t shared, cudaError_t expected,
                                 const char* what) {
        set_to<<<grid, block, shared>>>(value, 1);
        expect(cudaPeekAtLastError(), expected, what);
        expect(cudaGetLastError(), expected, what);
        expect(cudaGetLastError(), cudaSuccess, "the error is told once");
    };
    refused(1, 1025, 0, cudaErrorInvalidValue, "a block of 1025 threads");
    refused(1, dim3(32, 33), 0, cudaErrorInvalidValue, "a block of 32 x 33 threads");
    refused(1, dim3(1, 1, 65), 0, cudaErrorInvalidValue, "a block 65 threads deep");
    refused(0, 32, 0, cudaErrorInvalidValue, "a grid of no blocks");
    refused(1, 0, 0, cudaErrorInvalidValue, "a block of no threads");
    refused(dim3(1, 65536), 32, 0, cudaErrorInvalidValue, "a grid 65536 blocks high");
    refused(1, 32, 49153, cudaErrorInvalidValue, "more dynamic shared memory than one gets unasked");
    expect(cudaFuncSetAttribute(set_to, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
           cudaErrorInvalidValue, "a limit of 1 MiB of shared memory");
    cudaGetLastError();
}

void refused_memory(int* value) {
    int host[4] = {};
    void* memory = &host;
    expect(cudaMalloc(&memory, size_t{1} << 50), cudaErrorMemoryAllocation, "an allocation of a pebibyte");
    expect(cudaGetLastError(), cudaErrorMemoryAllocation, "a failed call is the last error");
    expect(cudaGetLastError(), cudaSuccess, "and is told once");
    expect(cudaMalloc(&memory, 0), cudaSuccess, "an allocation of nothing");
    expect(memory == nullptr, "an allocation of nothing gives no address");
    expect(cudaFree(nullptr), cudaSuccess, "nothing is freed");
    expect(cudaMemcpy(host, nullptr, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue, "a copy from null");
    expect(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue, "a copy to null");
    expect(cudaMemcpy(host, value, 4, static_cast<cudaMemcpyKind>(42)), cudaErrorInvalidMemcpyDirection,
           "a copy in no direction");
    expect(cudaMemset(nullptr, 0, 4), cudaErrorInvalidValue, "null is set");
    expect(cudaMemcpy2D(value, 2, host, 4, 4, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue,
           "a pitch below the width");
    cudaGetLastError();
}

void refused_handles() {
    expect(cudaSetDevice(1000), cudaErrorInvalidDevice, "device 1000");
    int number = 0;
    expect(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 1000), cudaErrorInvalidDevice,
           "of device 1000");
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    float milliseconds = 0.0f;
    expect(cudaEventElapsedTime(&milliseconds, begin, end), cudaErrorInvalidResourceHandle,
           "events not recorded");
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    cudaGetLastError();
}

void names() {
    const auto same = [](const char* a, const char* b) { return std::strcmp(a, b) == 0; };
    expect(same(cudaGetErrorName(cudaErrorInvalidConfiguration), "cudaErrorInvalidConfiguration"), "a name");
    expect(same(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument"),
           "a text");
    expect(same(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"), "a text");
    expect(same(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"), "a text");
    expect(same(cudaGetErrorString(cudaSuccess), "no error"), "the text of success");
    expect(same(cudaGetErrorName(static_cast<cudaError_t>(123456)), "unrecognized error code"),
           "no error's name");
}

int main() {
    int* value;
    check(cudaMalloc(&value, sizeof(int)));
    check(cudaMemset(value, 0, sizeof(int)));
    refused_launches(value);
    refused_memory(value);
    refused_handles();
    names();

    int found = -1;
    check(cudaMemcpy(&found, value, sizeof(int), cudaMemcpyDeviceToHost));
    expect(found == 0, "a refused launch changes nothing");
    set_to<<<1, 1>>>(value, 42);
    check(cudaGetLastError());
    check(cudaMemcpy(&found, value, sizeof(int), cudaMemcpyDeviceToHost));
    expect(found == 42, "a right launch works after refused ones");
    check(cudaFree(value));

    if (failures > 0) return 1;
    std::printf("PASSED\n");
    return 0;
}
