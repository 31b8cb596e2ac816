// The kernel finds the largest value and stores it in constant memory, which it cannot write.

__constant__ float largest;

__global__ void find_largest(const float* in, int n, float* result) {
    float most = 0.0f;
    for (int i = 0; i < n; ++i) most = fmaxf(most, in[i]);
    *result = most; // finding: constant_write
}

int main() {
    const int n = 100;
    float *in, *result;
    cudaMalloc(&in, n * sizeof(float));
    cudaMemset(in, 1, n * sizeof(float));
    cudaGetSymbolAddress(reinterpret_cast<void**>(&result), largest);
    find_largest<<<1, 1>>>(in, n, result);
    cudaDeviceSynchronize();
    cudaFree(in);
    return 0;
}
