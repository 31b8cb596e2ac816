// A function stores something in a local array and expects it there in the next call: the bytes
// may still be on the stack, but the array of the new call is uninitialized.

__device__ __noinline__ int remember(int slot, int count, int value) {
    int seen[8];
    for (int i = 0; i < count; ++i) seen[i] = value + i;
    return seen[slot] + 1; // finding: uninitialized
}

__global__ void kernel(const int* in, int* out) {
    const int first = remember(threadIdx.x % 8, 8, in[threadIdx.x]);
    out[threadIdx.x] = first + remember(threadIdx.x % 8, 0, 0);
}

int main() {
    const int n = 64;
    int numbers[n];
    for (int i = 0; i < n; ++i) numbers[i] = i + 1;
    int *in, *out;
    cudaMalloc(&in, sizeof(numbers));
    cudaMalloc(&out, sizeof(numbers));
    cudaMemcpy(in, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    kernel<<<1, n>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
