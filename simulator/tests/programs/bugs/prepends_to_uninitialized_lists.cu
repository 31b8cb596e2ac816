// Each thread prepends a node to a list and keeps the old head as its successor.
// The heads are uninitialized, so each list ends at an arbitrary address.

__global__ void prepend(int* heads, int* next) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    next[i] = atomicExch(&heads[i % 16], i); // finding: uninitialized
}

int main() {
    const int n = 256;
    int *heads, *next;
    cudaMalloc(&heads, 16 * sizeof(int));
    cudaMalloc(&next, n * sizeof(int));
    prepend<<<2, n / 2>>>(heads, next);
    cudaDeviceSynchronize();
    cudaFree(heads);
    cudaFree(next);
    return 0;
}
