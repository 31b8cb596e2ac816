// A flag that another block waits for must be written by an atomic or through volatile; a plain store may
// remain invisible, and the fence before it orders nothing for the reader.

__global__ void hand_over(int* value, int* ready, int* out) {
    if (blockIdx.x == 0) {
        *value = 42; // other: global_race
        __threadfence();
        *ready = 1; // other: global_race
    } else {
        while (*static_cast<volatile int*>(ready) == 0) { // finding: global_race
        }
        __threadfence();
        *out = *value; // other: global_race
    }
}

int main() {
    int *value, *ready, *out;
    cudaMalloc(&value, sizeof(int));
    cudaMalloc(&ready, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(ready, 0, sizeof(int));
    hand_over<<<2, 1>>>(value, ready, out);
    cudaDeviceSynchronize();
    cudaFree(value);
    cudaFree(ready);
    cudaFree(out);
    return 0;
}
