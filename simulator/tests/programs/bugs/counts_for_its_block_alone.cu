// All blocks add to one counter, by an atomic with the scope of one block.

__global__ void count(const int* in, int* hits, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] == 0) atomicAdd_block(hits, 1); // finding: global_race
}

int main() {
    const int n = 1000;
    int *in, *hits;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&hits, sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    cudaMemset(hits, 0, sizeof(int));
    count<<<4, 256>>>(in, hits, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(hits);
    return 0;
}
