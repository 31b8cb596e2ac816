// Groups of 8 threads sum up with one mask per group, but each mask is shifted by the number of the group and
// not by that of its first thread.

__global__ void sum_eights(const int* in, int* sums) {
    const int group = threadIdx.x / 8;
    const unsigned mask = 0xffu << group;
    int sum = in[threadIdx.x];
    sum += __shfl_down_sync(mask, sum, 4, 8); // finding: trap
    sum += __shfl_down_sync(mask, sum, 2, 8);
    sum += __shfl_down_sync(mask, sum, 1, 8);
    if (threadIdx.x % 8 == 0) sums[group] = sum;
}

int main() {
    const int n = 32;
    int *in, *sums;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&sums, n / 8 * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    sum_eights<<<1, n>>>(in, sums);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(sums);
    return 0;
}
