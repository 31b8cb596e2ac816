// Rejected launches are fine if the program checks the error, and failed allocations if it checks the result.

__global__ void __launch_bounds__(256) number(int* out, int n) {
    const int i = threadIdx.x;
    if (i < n) out[i] = i;
}

int main() {
    int* out = nullptr;
    size_t bytes = size_t{1} << 60;
    while (cudaMalloc(&out, bytes) != cudaSuccess) bytes >>= 20;
    int threads = 1024;
    do {
        number<<<1, threads>>>(out, 100);
        threads /= 2;
    } while (cudaGetLastError() != cudaSuccess);
    int last = 0;
    if (cudaMemcpy(&last, out + 99, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess || last != 99)
        return 1;
    cudaFree(out);
    void* none;
    return cudaMalloc(&none, size_t{1} << 60) == cudaErrorMemoryAllocation ? 0 : 1; // note: failed_call
}
