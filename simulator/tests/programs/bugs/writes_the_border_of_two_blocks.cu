// Every block fills its part with its number, and one more element: the first one of the next block.

__global__ void label(int* out, int part) {
    const int first = blockIdx.x * part;
    for (int k = threadIdx.x; k <= part; k += blockDim.x) {
        out[first + k] = blockIdx.x; // finding: global_race
    }
}

int main() {
    const int blocks = 8, part = 100;
    int* out;
    cudaMalloc(&out, (blocks * part + 1) * sizeof(int));
    label<<<blocks, 64>>>(out, part);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
