// One allocation is split into two halves; only the whole allocation can be freed, not a part of it.

int main() {
    const int n = 4096;
    float* data;
    cudaMalloc(&data, n * sizeof(float));
    float* second_half = data + n / 2;
    cudaFree(second_half); // finding: invalid_free
    cudaFree(data);
    return 0;
}
