// Each thread reads the element that its left neighbor stages, and does not wait for it.

__global__ void differences(const int* in, int* out) {
    __shared__ int staged[256];
    const int i = blockIdx.x * 256 + threadIdx.x;
    staged[threadIdx.x] = in[i]; // other: shared_race
    const int left = threadIdx.x > 0 ? threadIdx.x - 1 : 0;
    out[i] = in[i] - staged[left]; // finding: shared_race
}

int main() {
    const int n = 512;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    differences<<<n / 256, 256>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
