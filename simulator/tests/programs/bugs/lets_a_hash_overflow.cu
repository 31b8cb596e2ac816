// The product overflows an int and becomes negative, and its remainder is an index before the table.

__global__ void count(int* table, int slots, int keys) {
    const int key = blockIdx.x * blockDim.x + threadIdx.x;
    if (key >= keys) return;
    const int hash = key * 16'777'619;
    atomicAdd(&table[hash % slots], 1); // finding: out_of_bounds
}

int main() {
    const int slots = 1009, keys = 500;
    int* table;
    cudaMalloc(&table, slots * sizeof(int));
    cudaMemset(table, 0, slots * sizeof(int));
    count<<<2, 256>>>(table, slots, keys);
    cudaDeviceSynchronize();
    cudaFree(table);
    return 0;
}
