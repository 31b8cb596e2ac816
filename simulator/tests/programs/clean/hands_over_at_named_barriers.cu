// Two warps fill a buffer and two more empty it. Each side arrives at one barrier without waiting and waits
// at a second one: barrier 1 signals that the buffer is full, barrier 2 that it is empty.

constexpr int rounds = 6;

__device__ void arrive(int barrier) { asm volatile("bar.arrive %0, 128;" ::"r"(barrier) : "memory"); }
__device__ void wait(int barrier) { asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory"); }

__global__ void pass_on(const int* in, int* out) {
    __shared__ int buffer[64];
    const int i = threadIdx.x % 64;
    if (threadIdx.x < 64) {
        for (int round = 0; round < rounds; ++round) {
            if (round > 0) wait(2);
            buffer[i] = in[round * 64 + i];
            arrive(1);
        }
    } else {
        for (int round = 0; round < rounds; ++round) {
            wait(1);
            out[round * 64 + i] = buffer[63 - i];
            if (round + 1 < rounds) arrive(2);
        }
    }
}

int main() {
    const int n = rounds * 64;
    int values[n], found[n];
    for (int i = 0; i < n; ++i) values[i] = 7 * i;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
    pass_on<<<1, 128>>>(in, out);
    cudaMemcpy(found, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < n; ++i) {
        if (found[i] != values[i / 64 * 64 + 63 - i % 64]) return 1;
    }
    return 0;
}
