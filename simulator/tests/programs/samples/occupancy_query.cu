// Queries of the properties of the device and of kernels, of occupancy, and a launch with more dynamic
// shared memory than the default limit.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

int failures = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("does not hold: %s\n", what);
    ++failures;
}
#define EXPECT(condition) expect((condition), #condition)

__global__ void reverse_block(const int* in, int* out) {
    extern __shared__ int values[];
    const int first = blockIdx.x * blockDim.x;
    values[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    out[first + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

__global__ void __launch_bounds__(128) with_static_memory(float* out) {
    __shared__ float values[1024];
    values[threadIdx.x] = 1.0f;
    __syncthreads();
    out[threadIdx.x] = values[127 - threadIdx.x];
}

// Dynamic shared memory begins at a multiple of 16, and the gap before it counts as static.
__global__ void with_a_gap(float* out) {
    __shared__ float taken[2];
    extern __shared__ float4 slots[];
    taken[threadIdx.x % 2] = 1.0f;
    slots[threadIdx.x] = make_float4(1, 2, 3, 4);
    __syncthreads();
    out[threadIdx.x] = taken[0] + slots[blockDim.x - 1 - threadIdx.x].x;
}

int attribute(cudaDeviceAttr which) {
    int value = -1;
    check(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

void check_device() {
    int devices = 0, device = -1, runtime = 0, driver = 0;
    check(cudaGetDeviceCount(&devices));
    check(cudaSetDevice(0));
    check(cudaGetDevice(&device));
    check(cudaRuntimeGetVersion(&runtime));
    check(cudaDriverGetVersion(&driver));
    EXPECT(devices >= 1);
    EXPECT(device == 0);
    EXPECT(runtime >= 13000);
    EXPECT(driver / 1000 >= runtime / 1000);

    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0));
    std::printf("%s: %d multiprocessors, compute capability %d.%d\n", properties.name,
                properties.multiProcessorCount, properties.major, properties.minor);
    EXPECT(properties.name[0] != '\0');
    EXPECT(properties.warpSize == 32);
    EXPECT(properties.maxThreadsPerBlock == 1024);
    EXPECT(properties.maxThreadsDim[2] == 64);
    EXPECT(properties.maxGridSize[0] == 2147483647);
    EXPECT(properties.maxGridSize[1] == 65535);
    EXPECT(properties.major >= 8);
    EXPECT(properties.multiProcessorCount == attribute(cudaDevAttrMultiProcessorCount));
    EXPECT(properties.sharedMemPerBlock == 49152);
    EXPECT(properties.sharedMemPerBlockOptin ==
           static_cast<size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)));
    EXPECT(properties.sharedMemPerMultiprocessor > properties.sharedMemPerBlockOptin);
    EXPECT(properties.regsPerMultiprocessor == attribute(cudaDevAttrMaxRegistersPerMultiprocessor));
    EXPECT(properties.l2CacheSize == attribute(cudaDevAttrL2CacheSize));

    size_t unused = 0, all = 0, unused_after = 0;
    check(cudaMemGetInfo(&unused, &all));
    EXPECT(unused > 0 && unused <= all && all <= properties.totalGlobalMem);
    void* memory;
    check(cudaMalloc(&memory, 64 << 20));
    check(cudaMemGetInfo(&unused_after, &all));
    EXPECT(unused_after + (64 << 20) <= unused);
    check(cudaFree(memory));
}

void check_kernels() {
    cudaFuncAttributes dynamic, fixed, gap;
    check(cudaFuncGetAttributes(&dynamic, reverse_block));
    check(cudaFuncGetAttributes(&fixed, with_static_memory));
    check(cudaFuncGetAttributes(&gap, with_a_gap));
    EXPECT(dynamic.numRegs > 0 && dynamic.numRegs <= 255);
    EXPECT(dynamic.sharedSizeBytes == 0);
    EXPECT(dynamic.localSizeBytes == 0);
    EXPECT(dynamic.maxThreadsPerBlock == 1024);
    EXPECT(dynamic.ptxVersion == 80);
    EXPECT(fixed.sharedSizeBytes == 4096);
    EXPECT(gap.sharedSizeBytes == 16);
    EXPECT(fixed.maxThreadsPerBlock == 128);

    const int threads = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    const int shared = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    const int reserved = attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse_block, 1024, 4096));
    EXPECT(blocks == threads / 1024);
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse_block, 32, 40'000));
    EXPECT(blocks == shared / (40'064 + reserved)); // in units of 128 bytes
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, reverse_block, 256, 1024,
                                                                 cudaOccupancyDefault));
    EXPECT(blocks == threads / 256);

    int smallest_grid = 0, block = 0;
    check(cudaOccupancyMaxPotentialBlockSize(&smallest_grid, &block, with_static_memory));
    EXPECT(block == 128);
    EXPECT(smallest_grid % attribute(cudaDevAttrMultiProcessorCount) == 0 && smallest_grid > 0);
    size_t left = 0;
    check(cudaOccupancyAvailableDynamicSMemPerBlock(&left, reverse_block, 2, 256));
    EXPECT(left > 0 && left <= static_cast<size_t>(shared / 2));
}

void check_large_shared_memory() {
    const int count = 4096, block = 512;
    const int bytes = 80 * 1024;
    std::vector<int> values(count), reversed(count);
    for (int i = 0; i < count; ++i) values[i] = 3 * i;
    int *in, *out;
    check(cudaMalloc(&in, count * sizeof(int)));
    check(cudaMalloc(&out, count * sizeof(int)));
    check(cudaMemcpy(in, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));

    reverse_block<<<count / block, block, bytes>>>(in, out);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    check(cudaFuncSetAttribute(reverse_block, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    cudaFuncAttributes attributes;
    check(cudaFuncGetAttributes(&attributes, reverse_block));
    EXPECT(attributes.maxDynamicSharedSizeBytes == bytes);
    reverse_block<<<count / block, block, bytes>>>(in, out);
    check(cudaGetLastError());

    check(cudaMemcpy(reversed.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost));
    bool right = true;
    for (int i = 0; i < count; ++i)
        right = right && reversed[i] == values[i / block * block + block - 1 - i % block];
    EXPECT(right);
    check(cudaFree(in));
    check(cudaFree(out));
}

int main() {
    check_device();
    check_kernels();
    check_large_shared_memory();
    if (failures > 0) return 1;
    std::printf("PASSED\n");
    return 0;
}
