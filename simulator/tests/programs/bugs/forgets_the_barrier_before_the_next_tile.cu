// A fast warp stages the next tile while a slow one still
// reads this one: the loop needs a second barrier at its end.

__global__ void sum_products(const float* a, const float* b, float* out, int n) {
    __shared__ float tile[128];
    float sum = 0.0f;
    for (int start = 0; start < n; start += 128) {
        tile[threadIdx.x] = a[start + threadIdx.x]; // finding: shared_race
        __syncthreads();
        for (int k = 0; k < 128; ++k) sum += tile[k] * b[threadIdx.x]; // other: shared_race
    }
    out[threadIdx.x] = sum;
}

int main() {
    const int n = 512;
    float *a, *b, *out;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, 128 * sizeof(float));
    cudaMalloc(&out, 128 * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    cudaMemset(b, 0, 128 * sizeof(float));
    sum_products<<<1, 128>>>(a, b, out, n);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
    return 0;
}
