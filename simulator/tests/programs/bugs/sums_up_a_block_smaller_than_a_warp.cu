// The block has 20 threads, and the sum reads 32 lanes, by shuffles in both directions.

__global__ void sum(const double* in, double* total) {
    double value = in[threadIdx.x];
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xffffffff, value, distance); // finding: inactive_lane
    }
    if (value > 0.5) *total = value;
}

int main() {
    const int n = 20;
    double *in, *total;
    cudaMalloc(&in, n * sizeof(double));
    cudaMalloc(&total, sizeof(double));
    cudaMemset(in, 0, n * sizeof(double));
    sum<<<1, n>>>(in, total);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(total);
    return 0;
}
