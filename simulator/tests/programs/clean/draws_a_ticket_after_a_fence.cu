// The block with the last ticket adds the sums that all blocks
// have stored; a fence makes each sum visible before its ticket.

__global__ void sum(const int* in, int* of_blocks, unsigned* tickets, int* result) {
    __shared__ bool last;
    const int own = __syncthreads_count(in[blockIdx.x * blockDim.x + threadIdx.x] % 2);
    if (threadIdx.x == 0) {
        of_blocks[blockIdx.x] = own;
        __threadfence();
        last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x >= 32) return;
    __threadfence();
    int total = 0;
    for (int block = threadIdx.x; block < gridDim.x; block += 32) total += of_blocks[block];
    total = __reduce_add_sync(0xffffffff, total);
    if (threadIdx.x == 0) *result = total;
}

int main() {
    const int blocks = 40, n = blocks * 64;
    int values[n], total = 0;
    for (int i = 0; i < n; ++i) values[i] = i;
    int *in, *of_blocks, *result;
    unsigned* tickets;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&of_blocks, blocks * sizeof(int));
    cudaMalloc(&result, sizeof(int));
    cudaMalloc(&tickets, sizeof(unsigned));
    cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(tickets, 0, sizeof(unsigned));
    sum<<<blocks, 64>>>(in, of_blocks, tickets, result);
    cudaMemcpy(&total, result, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(of_blocks);
    cudaFree(result);
    cudaFree(tickets);
    return total == n / 2 ? 0 : 1;
}
