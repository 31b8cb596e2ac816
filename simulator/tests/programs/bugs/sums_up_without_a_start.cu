// The sum has no initial value, so it starts with the old contents of the register.

__global__ void column_means(const float* in, float* out, int rows) {
    float sum;
    for (int row = 0; row < rows; ++row) {
        sum += in[row * blockDim.x + threadIdx.x]; // finding: uninitialized
    }
    out[threadIdx.x] = sum / rows;
}

int main() {
    const int rows = 9, columns = 64;
    float *in, *out;
    cudaMalloc(&in, rows * columns * sizeof(float));
    cudaMalloc(&out, columns * sizeof(float));
    cudaMemset(in, 0, rows * columns * sizeof(float));
    column_means<<<1, columns>>>(in, out, rows);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
