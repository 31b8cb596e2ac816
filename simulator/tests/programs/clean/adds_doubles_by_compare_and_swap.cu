// The CAS loop of the CUDA programming guide: its first read is a guess, which the compare-and-swap validates.

__device__ void add(double* sum, double value) {
    unsigned long long* address = (unsigned long long*)sum;
    unsigned long long old = *address, assumed; // note: plain_read_race
    do {
        assumed = old;
        const double next = value + __longlong_as_double(assumed);
        old = atomicCAS(address, assumed, __double_as_longlong(next)); // note: plain_read_race
    } while (assumed != old);
}

__global__ void count(double* sum) { add(sum, 1.0); }

int main() {
    double *sum, result = 0;
    cudaMalloc(&sum, sizeof(double));
    cudaMemset(sum, 0, sizeof(double));
    count<<<4, 64>>>(sum);
    cudaMemcpy(&result, sum, sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(sum);
    return result == 256 ? 0 : 1;
}
