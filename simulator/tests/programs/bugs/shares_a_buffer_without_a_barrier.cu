// One thread allocates for all, and the others read the pointer before it is stored.

__global__ void fill(int* out) {
    __shared__ int* buffer;
    if (threadIdx.x == 0) buffer = static_cast<int*>(malloc(blockDim.x * sizeof(int))); // other: shared_race
    int* const own = buffer; // finding: shared_race
    if (own != nullptr) out[threadIdx.x] = own[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) free(buffer);
}

int main() {
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    fill<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
