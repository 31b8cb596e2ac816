// Variables without an initial value that are written before they are used, on every path that uses them.
// The compiler speculatively computes with some of them and discards the result.

__device__ __noinline__ bool half_of(int number, int* half) {
    if (number % 2 != 0) return false;
    *half = number / 2;
    return true;
}

__global__ void search(const int* in, int* out, int n) {
    int best, last, half;
    bool found = false, have = false;
    int rises = 0;
    for (int i = 0; i < n; ++i) {
        if (have && in[i] > last) ++rises;
        if (in[i] % 3 == static_cast<int>(threadIdx.x) % 3) {
            last = in[i];
            have = true;
        }
        if (in[i] > 20 + static_cast<int>(threadIdx.x)) {
            best = in[i] * i;
            found = true;
        }
    }
    const int halved = half_of(threadIdx.x, &half) ? half * 3 + 1 : 0;
    out[threadIdx.x] = (found ? best * 5 + 1 : -1) + rises + halved;
}

int expected(const int* in, int n, int thread) {
    int best = 0, last = 0, rises = 0;
    bool found = false, have = false;
    for (int i = 0; i < n; ++i) {
        if (have && in[i] > last) ++rises;
        if (in[i] % 3 == thread % 3) {
            last = in[i];
            have = true;
        }
        if (in[i] > 20 + thread) {
            best = in[i] * i;
            found = true;
        }
    }
    return (found ? best * 5 + 1 : -1) + rises + (thread % 2 == 0 ? thread / 2 * 3 + 1 : 0);
}

int main() {
    const int n = 30, threads = 32;
    int numbers[n], results[threads];
    for (int i = 0; i < n; ++i) numbers[i] = i * 7 % 41;
    int *in, *out;
    cudaMalloc(&in, sizeof(numbers));
    cudaMalloc(&out, sizeof(results));
    cudaMemcpy(in, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    search<<<1, threads>>>(in, out, n);
    cudaMemcpy(results, out, sizeof(results), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < threads; ++i) {
        if (results[i] != expected(numbers, n, i)) return 1;
    }
    return 0;
}
