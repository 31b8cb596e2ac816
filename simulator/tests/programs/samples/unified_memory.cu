// The same pointers on both sides: managed arrays that the host fills, kernels work on and the host reads, with
// advice and prefetching where the device has use for it, and a managed structure for the result.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

/// Objects of it lie where both sides see them.
struct Managed {
    void* operator new(size_t bytes) {
        void* memory = nullptr;
        check(cudaMallocManaged(&memory, bytes));
        return memory;
    }
    void operator delete(void* memory) {
        check(cudaDeviceSynchronize());
        check(cudaFree(memory));
    }
};

struct Statistics : Managed {
    float largest = 0.0f;
    unsigned above = 0;
};

__managed__ float threshold = 100.0f;
__device__ __managed__ int histogram[16];

__global__ void saxpy(float a, const float* x, float* y, int n) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) y[i] = a * x[i] + y[i];
}

__global__ void describe(const float* y, int n, Statistics* result) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (y[i] > threshold) atomicAdd(&result->above, 1u);
    // No value is negative, so their order is that of their bits.
    atomicMax(reinterpret_cast<int*>(&result->largest), __float_as_int(y[i]));
    atomicAdd(&histogram[static_cast<int>(y[i]) % 16], 1);
}

int main() {
    const int n = 1 << 16;
    const size_t bytes = n * sizeof(float);
    int device = 0, managed = 0, concurrent = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&managed, cudaDevAttrManagedMemory, device));
    check(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device));
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, device));
    if (managed == 0 || properties.managedMemory == 0 || properties.concurrentManagedAccess != concurrent) {
        std::printf("the device says it has no managed memory\n");
        return 1;
    }

    float *x, *y;
    check(cudaMallocManaged(&x, bytes));
    check(cudaMallocManaged(&y, bytes, cudaMemAttachGlobal));
    auto* statistics = new Statistics;
    for (int i = 0; i < n; ++i) {
        x[i] = static_cast<float>(i % 97);
        y[i] = static_cast<float>(i % 13);
    }

    cudaPointerAttributes attributes;
    check(cudaPointerGetAttributes(&attributes, x + 1000));
    if (attributes.type != cudaMemoryTypeManaged || attributes.hostPointer != x + 1000 ||
        attributes.devicePointer != x + 1000) {
        std::printf("a managed pointer is said to be something else\n");
        return 1;
    }

    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    const cudaMemLocation gpu = {cudaMemLocationTypeDevice, device};
    const cudaMemLocation host = {cudaMemLocationTypeHost, 0};
    if (concurrent != 0) {
        check(cudaMemAdvise(x, bytes, cudaMemAdviseSetReadMostly, gpu));
        check(cudaMemAdvise(y, bytes, cudaMemAdviseSetPreferredLocation, gpu));
        check(cudaMemAdvise(y, bytes, cudaMemAdviseSetAccessedBy, host));
        check(cudaMemPrefetchAsync(x, bytes, gpu, 0, stream));
        check(cudaMemPrefetchAsync(y, bytes, gpu, 0, stream));
        int read_mostly = 0, last = 0;
        check(cudaMemRangeGetAttribute(&read_mostly, sizeof(int), cudaMemRangeAttributeReadMostly, x, bytes));
        check(cudaMemRangeGetAttribute(&last, sizeof(int), cudaMemRangeAttributeLastPrefetchLocation, y,
                                       bytes));
        if (read_mostly != 1 || last != device) {
            std::printf("advice was forgotten: %d, %d\n", read_mostly, last);
            return 1;
        }
    }
    saxpy<<<64, 256, 0, stream>>>(2.0f, x, y, n);
    check(cudaGetLastError());
    describe<<<n / 256, 256, 0, stream>>>(y, n, statistics);
    check(cudaGetLastError());
    if (concurrent != 0) check(cudaMemPrefetchAsync(y, bytes, host, 0, stream));
    check(cudaStreamSynchronize(stream));

    float largest = 0.0f;
    unsigned above = 0;
    int bins[16] = {};
    for (int i = 0; i < n; ++i) {
        const float expected = 2.0f * static_cast<float>(i % 97) + static_cast<float>(i % 13);
        if (y[i] != expected) {
            std::printf("element %d is %g, not %g\n", i, y[i], expected);
            return 1;
        }
        largest = std::fmax(largest, expected);
        above += expected > threshold;
        ++bins[static_cast<int>(expected) % 16];
    }
    int wrong = statistics->largest != largest || statistics->above != above;
    for (int i = 0; i < 16; ++i) wrong += histogram[i] != bins[i];

    // A copy detects managed memory on either side, regardless of the given direction.
    check(cudaMemset(y, 0, bytes / 2));
    check(cudaMemcpy(y + n / 2, x, bytes / 2, cudaMemcpyDefault));
    check(cudaDeviceSynchronize());
    wrong += y[0] != 0.0f || y[n / 2 - 1] != 0.0f || y[n / 2 + 5] != x[5] || y[n - 1] != x[n / 2 - 1];

    delete statistics;
    check(cudaStreamDestroy(stream));
    check(cudaFree(x));
    check(cudaFree(y));
    if (wrong != 0) {
        std::printf("%d results are wrong: largest %g\n", wrong, largest);
        return 1;
    }
    std::printf("PASSED\n");
    return 0;
}
