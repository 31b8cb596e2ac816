// The lower half of a 64-bit counter is also changed by 32-bit atomics, which are not atomic with respect to the others.

__global__ void count(unsigned long long* total) {
    if (threadIdx.x < 32) {
        atomicAdd(total, 1ull); // other: global_race
    } else {
        atomicAdd(reinterpret_cast<unsigned*>(total), 1); // finding: global_race
    }
}

int main() {
    unsigned long long* total;
    cudaMalloc(&total, sizeof(*total));
    cudaMemset(total, 0, sizeof(*total));
    count<<<1, 64>>>(total);
    cudaDeviceSynchronize();
    cudaFree(total);
    return 0;
}
