// Blocks pass a sum down from the last one to the first: each waits for the next higher block, in every way in which
// programs poll a flag.

#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

enum Way { by_atomics, relaxed, as_volatile, behind_fences, between_naps, by_a_function, ways };

__device__ __noinline__ bool is_set(const int* flag) { return *static_cast<const volatile int*>(flag) != 0; }

// A loop of plain loads, including __ldcg() and __ldcv(), would be wrong: compilers may assume that it terminates.
template <Way way> __device__ void wait_for(int* flag) {
    if constexpr (way == by_atomics) {
        while (atomicAdd(flag, 0) == 0) {
        }
    } else if constexpr (way == relaxed) {
        while (cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).load(cuda::memory_order_relaxed) ==
               0) {
        }
    } else if constexpr (way == as_volatile) {
        while (*static_cast<const volatile int*>(flag) == 0) {
        }
    } else if constexpr (way == behind_fences) {
        while (*flag == 0) __threadfence();
    } else if constexpr (way == between_naps) {
        while (*static_cast<const volatile int*>(flag) == 0) __nanosleep(200);
    } else {
        while (!is_set(flag)) {
        }
    }
    __threadfence();
}

template <Way way> __global__ void hand_down(const int* values, int* sums, int* flags) {
    const int block = blockIdx.x;
    __shared__ int behind;
    if (threadIdx.x == 0) {
        behind = 0;
        if (block + 1 < gridDim.x) {
            wait_for<way>(&flags[block + 1]);
            behind = __ldcg(&sums[block + 1]);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        sums[block] = behind + values[block];
        __threadfence();
        *static_cast<volatile int*>(&flags[block]) = 1;
    }
}

int main() {
    constexpr int blocks = 40;
    int values[blocks], sums[blocks];
    for (int i = 0; i < blocks; ++i) values[i] = i * i % 17;
    int *device_values, *device_sums, *flags;
    check(cudaMalloc(&device_values, sizeof values));
    check(cudaMalloc(&device_sums, sizeof sums));
    check(cudaMalloc(&flags, sizeof sums));
    check(cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice));

    using Kernel = void (*)(const int*, int*, int*);
    const Kernel kernels[ways] = {hand_down<by_atomics>,   hand_down<relaxed>,
                                  hand_down<as_volatile>,  hand_down<behind_fences>,
                                  hand_down<between_naps>, hand_down<by_a_function>};
    bool right = true;
    for (const Kernel kernel : kernels) {
        check(cudaMemset(flags, 0, sizeof sums));
        check(cudaMemset(device_sums, 0, sizeof sums));
        kernel<<<blocks, 64>>>(device_values, device_sums, flags);
        check(cudaGetLastError());
        check(cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost));
        for (int block = blocks - 1, sum = 0; block >= 0; --block) {
            sum += values[block];
            right = right && sums[block] == sum;
        }
    }
    check(cudaFree(device_values));
    check(cudaFree(device_sums));
    check(cudaFree(flags));
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
