// The heap has 8 MiB unless cudaDeviceSetLimit changes it, and malloc returns a null pointer when it is exhausted.

__global__ void work(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* scratch = static_cast<int*>(malloc(n * sizeof(int)));
    scratch[0] = i;                                              // finding: null_pointer
    for (int k = 1; k < n; ++k) scratch[k] = scratch[k - 1] + 1; // other: null_pointer
    out[i] = scratch[n - 1];                                     // other: null_pointer
    __syncthreads();
    free(scratch);
}

int main() {
    const int threads = 256;
    int* out;
    cudaMalloc(&out, threads * sizeof(int));
    work<<<1, threads>>>(out, 10'000);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
