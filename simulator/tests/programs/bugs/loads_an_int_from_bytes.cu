// Records of five bytes, a mark and a number: the numbers are
// at arbitrary byte offsets, where an int is misaligned.

__global__ void sum_numbers(const unsigned char* records, int n, int* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int number = *reinterpret_cast<const int*>(records + 5 * i + 1); // finding: misaligned
    atomicAdd(sum, number);
}

int main() {
    const int n = 100;
    unsigned char* records;
    int* sum;
    cudaMalloc(&records, 5 * n);
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(records, 1, 5 * n);
    cudaMemset(sum, 0, sizeof(int));
    sum_numbers<<<1, 128>>>(records, n, sum);
    cudaDeviceSynchronize();
    cudaFree(records);
    cudaFree(sum);
    return 0;
}
