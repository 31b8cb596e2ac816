// Valid uses of volatile: flags that are polled, a stop signal, a counter that a lock guards, and the elements of
// one thread. Fences and barriers order the rest.

__device__ int lock, tickets;

__global__ void work(volatile int* data, volatile int* ready, volatile int* stop, volatile int* total,
                     volatile int* serving, int* out) {
    __shared__ volatile int staged[64];
    const int t = threadIdx.x;
    if (*stop != 0) return;
    staged[t] = t;
    staged[t] = staged[t] + 1;
    __syncthreads();
    out[blockIdx.x * 64 + t] = staged[63 - t];
    __syncthreads();
    if (t == 0) staged[0] = staged[0] + 1;
    if (t != 0) return;

    // A flag for the next block.
    if (blockIdx.x > 0) {
        while (ready[blockIdx.x - 1] == 0) {
        }
        __threadfence();
        data[blockIdx.x] = data[blockIdx.x - 1] + 1;
    } else {
        data[0] = 1;
    }
    __threadfence();
    ready[blockIdx.x] = 1;

    // A lock.
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *total = *total + 1;
    __threadfence();
    atomicExch(&lock, 0);

    // A ticket lock: first come, first served.
    const int mine = atomicAdd(&tickets, 1);
    while (*serving != mine) {
    }
    __threadfence();
    total[2] = total[2] + 1;
    __threadfence();
    *serving = *serving + 1;

    // The first to finish stops those that have not started.
    if (blockIdx.x == 3) *stop = 1;
}

int main() {
    int* memory;
    int* out;
    cudaMalloc(&memory, 16 * sizeof(int));
    cudaMalloc(&out, 256 * sizeof(int));
    cudaMemset(memory, 0, 16 * sizeof(int));
    work<<<4, 64>>>(memory, memory + 4, memory + 8, memory + 9, memory + 10, out);
    cudaDeviceSynchronize();
    cudaFree(memory);
    cudaFree(out);
    return 0;
}
