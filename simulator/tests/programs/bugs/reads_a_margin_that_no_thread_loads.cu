// The tile has a margin on both sides, but the threads load only its middle.

__global__ void smooth(const float* in, float* out) {
    __shared__ float tile[128 + 2];
    const int i = blockIdx.x * 128 + threadIdx.x;
    tile[threadIdx.x + 1] = in[i];
    __syncthreads();
    const int middle = threadIdx.x + 1;
    out[i] = tile[middle - 1] + tile[middle] + tile[middle + 1]; // finding: uninitialized
}

int main() {
    const int n = 512;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    smooth<<<n / 128, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
