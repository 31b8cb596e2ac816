// The halo has a separate array, and an index past the end of the tile happens to reach it.

__global__ void smooth(const float* in, float* out) {
    __shared__ float tile[64];
    __shared__ float halo[64];
    tile[threadIdx.x] = in[threadIdx.x];
    halo[threadIdx.x] = in[64 + threadIdx.x];
    __syncthreads();
    const float next = tile[threadIdx.x + 1]; // finding: out_of_bounds
    out[threadIdx.x] = (tile[threadIdx.x] + next + halo[63 - threadIdx.x]) / 3;
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 128 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(in, 0, 128 * sizeof(float));
    smooth<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
