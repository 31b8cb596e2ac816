// Every thread that finds an even number stores its position in the same element; which position remains is random.

__global__ void find_even(const int* in, int* position) {
    __shared__ int found;
    if (threadIdx.x == 0) found = -1;
    __syncthreads();
    if (in[threadIdx.x] % 2 == 0) found = threadIdx.x; // finding: shared_race
    __syncthreads();
    if (threadIdx.x == 0) *position = found;
}

int main() {
    const int n = 128;
    int *in, *position;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&position, sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    find_even<<<1, n>>>(in, position);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(position);
    return 0;
}
