// A transposed matrix has rows as long as the original is
// high; the output is indexed with the original's width.

__global__ void transpose(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const float value = in[y * width + x];
        out[x * width + y] = value; // finding: out_of_bounds
    }
}

int main() {
    const int width = 96, height = 40;
    const size_t bytes = width * height * sizeof(float);
    float *in, *out;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemset(in, 0, bytes);
    transpose<<<dim3(3, 5), dim3(32, 8)>>>(in, out, width, height);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
