// Many threads set one flag, all to the same value: worth a note, because no
// thread relies on the order, but correct.

__global__ void find_negative(const int* in, int* in_block, int* anywhere) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (in[blockIdx.x * 64 + threadIdx.x] < 0) found = 1; // note: same_value_race
    __syncthreads();
    if (threadIdx.x == 0) {
        in_block[blockIdx.x] = found;
        if (found) *anywhere = 1; // note: same_value_race
    }
}

int main() {
    const int blocks = 6, n = blocks * 64;
    int values[n], found[blocks], anywhere = 0;
    for (int i = 0; i < n; ++i) values[i] = i / 64 % 2 == 1 ? -1 : 1;
    int *in, *in_block, *flag;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&in_block, blocks * sizeof(int));
    cudaMalloc(&flag, sizeof(int));
    cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(flag, 0, sizeof(int));
    find_negative<<<blocks, 64>>>(in, in_block, flag);
    cudaMemcpy(found, in_block, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&anywhere, flag, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(in_block);
    cudaFree(flag);
    for (int block = 0; block < blocks; ++block) {
        if (found[block] != block % 2) return 1;
    }
    return anywhere == 1 ? 0 : 1;
}
