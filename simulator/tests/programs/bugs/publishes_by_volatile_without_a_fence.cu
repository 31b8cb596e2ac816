// Data and flag are volatile. Without a fence between the two, the flag may be seen before the data.

__global__ void hand_over(volatile int* data, volatile int* ready, int* out) {
    if (blockIdx.x == 0) {
        *data = 42; // other: global_race
        *ready = 1;
    } else {
        while (*ready == 0) {
        }
        *out = *data; // finding: global_race
    }
}

int main() {
    int *data, *ready, *out;
    cudaMalloc(&data, sizeof(int));
    cudaMalloc(&ready, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(ready, 0, sizeof(int));
    hand_over<<<2, 1>>>(data, ready, out);
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaFree(ready);
    cudaFree(out);
    return 0;
}
