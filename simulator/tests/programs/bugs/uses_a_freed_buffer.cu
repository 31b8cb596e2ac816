// The table is freed before the kernel that reads it is launched.

__global__ void look_up(const int* table, int* out) {
    out[threadIdx.x] = table[threadIdx.x % 16]; // finding: use_after_free
}

int main() {
    int *table, *out;
    cudaMalloc(&table, 16 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(table, 0, 16 * sizeof(int));
    cudaFree(table);
    look_up<<<1, 64>>>(table, out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
