// Two owners of one buffer, and each gives it back.

int main() {
    float* data;
    cudaMalloc(&data, 1000 * sizeof(float));
    float* same = data;
    cudaFree(data);
    cudaFree(same); // finding: double_free
    return 0;
}
