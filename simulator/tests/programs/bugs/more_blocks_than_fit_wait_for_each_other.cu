// Every block waits until all have arrived, but the last ones are started only when the first have ended.

__global__ void meet(unsigned* arrived, int* out) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x) { // finding: deadlock
    }
    out[blockIdx.x] = 1;
}

int main() {
    const int blocks = 100'000;
    unsigned* arrived;
    int* out;
    cudaMalloc(&arrived, sizeof(unsigned));
    cudaMalloc(&out, blocks * sizeof(int));
    cudaMemset(arrived, 0, sizeof(unsigned));
    meet<<<blocks, 1>>>(arrived, out);
    cudaDeviceSynchronize();
    cudaFree(arrived);
    cudaFree(out);
    return 0;
}
