// The block that draws the last ticket adds all blocks' sums,
// but without a fence a sum may arrive after its ticket.

__global__ void sum(const int* in, int* of_blocks, unsigned* tickets, int* result) {
    const int own = __reduce_add_sync(0xffffffff, in[blockIdx.x * 32 + threadIdx.x]);
    if (threadIdx.x != 0) return;
    of_blocks[blockIdx.x] = own; // other: global_race
    if (atomicAdd(tickets, 1u) < gridDim.x - 1) return;
    int total = 0;
    for (int block = 0; block < gridDim.x; ++block) total += of_blocks[block]; // finding: global_race
    *result = total;
}

int main() {
    const int blocks = 24, n = blocks * 32;
    int *in, *of_blocks, *result;
    unsigned* tickets;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&of_blocks, blocks * sizeof(int));
    cudaMalloc(&result, sizeof(int));
    cudaMalloc(&tickets, sizeof(unsigned));
    cudaMemset(in, 0, n * sizeof(int));
    cudaMemset(tickets, 0, sizeof(unsigned));
    sum<<<blocks, 32>>>(in, of_blocks, tickets, result);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(of_blocks);
    cudaFree(result);
    cudaFree(tickets);
    return 0;
}
