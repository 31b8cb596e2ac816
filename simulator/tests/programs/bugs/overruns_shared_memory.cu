// The tile has space for the block's elements but not for the additional margin element of the last thread.

__global__ void add_neighbour(const int* in, int* out) {
    __shared__ int tile[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    const int next = threadIdx.x + 1;
    out[i] = tile[threadIdx.x] + tile[next]; // finding: out_of_bounds
}

int main() {
    const int n = 1024;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    add_neighbour<<<n / 256, 256>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
