// The table on the device has space for half of the table on the host.

__constant__ int table[4];

__global__ void look_up(int* out) { out[threadIdx.x] = table[threadIdx.x]; }

int main() {
    const int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cudaMemcpyToSymbol(table, values, sizeof values); // finding of the host: out_of_bounds
    int* out;
    cudaMalloc(&out, 4 * sizeof(int));
    look_up<<<1, 4>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
