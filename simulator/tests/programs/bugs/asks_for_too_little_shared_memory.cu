// The third launch argument counts bytes; given a number of
// floats, the kernel gets a quarter of what it uses.

__global__ void reverse(const float* in, float* out) {
    extern __shared__ float staged[];
    staged[threadIdx.x] = in[threadIdx.x]; // finding: out_of_bounds
    __syncthreads();
    out[threadIdx.x] = staged[blockDim.x - 1 - threadIdx.x]; // other: out_of_bounds
}

int main() {
    const int n = 512;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    reverse<<<1, n, n>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
