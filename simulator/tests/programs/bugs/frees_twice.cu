// A buffer has two owners, and each frees it.

int main() {
    float* data;
    cudaMalloc(&data, 1000 * sizeof(float));
    float* same = data;
    cudaFree(data);
    cudaFree(same); // finding: double_free
    return 0;
}
