// new int[n] allocates n uninitialized numbers; new int[n]() would set them to zero.

__global__ void count_digits(const int* numbers, int n, int* out) {
    int* counts = new int[10];
    for (int i = 0; i < n; ++i) ++counts[numbers[i] % 10];               // finding: uninitialized
    for (int digit = 0; digit < 10; ++digit) out[digit] = counts[digit]; // other: uninitialized
    delete[] counts;
}

int main() {
    const int n = 100;
    int *numbers, *out;
    cudaMalloc(&numbers, n * sizeof(int));
    cudaMalloc(&out, 10 * sizeof(int));
    cudaMemset(numbers, 1, n * sizeof(int));
    count_digits<<<1, 1>>>(numbers, n, out);
    cudaDeviceSynchronize();
    cudaFree(numbers);
    cudaFree(out);
    return 0;
}
