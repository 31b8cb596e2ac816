// The function returns early when there is nothing to do, and
// does not free the buffer that it has allocated before.
// finding at exit: leak

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int process(int n) {
    int* scratch;
    cudaMalloc(&scratch, 256 * sizeof(int));
    fill<<<1, 256>>>(scratch);
    cudaDeviceSynchronize();
    if (n == 0) return 0;
    cudaFree(scratch);
    return n;
}

int main() { return process(0); }
