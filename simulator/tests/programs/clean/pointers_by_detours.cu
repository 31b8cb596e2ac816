// Addresses that are selected, swapped, counted from the end or carried in a structure: each one is valid.

struct Pair {
    float* first;
    float* second;
};

__global__ void move(Pair pair, const float* end, int count, bool odd) {
    __shared__ float left[64], right[64];
    float* from = odd ? pair.first : pair.second;
    float* to = odd ? pair.second : pair.first;
    float* mine = threadIdx.x % 2 == 0 ? left : right;
    const int i = threadIdx.x;
    left[i] = right[i] = 0;
    __syncthreads();
    for (int step = 0; step < 4; ++step) {
        to[i] = from[i] + end[i - count];
        float* const swapped = from;
        from = to;
        to = swapped;
    }
    mine[i] = to[i];
    const long long across = pair.second - pair.first;
    pair.first[across + i] = mine[i];
}

int main() {
    float *first, *second, *table;
    cudaMalloc(&first, 64 * sizeof(float));
    cudaMalloc(&second, 64 * sizeof(float));
    cudaMalloc(&table, 64 * sizeof(float));
    cudaMemset(first, 0, 64 * sizeof(float));
    cudaMemset(second, 0, 64 * sizeof(float));
    cudaMemset(table, 0, 64 * sizeof(float));
    move<<<1, 64>>>({first, second}, table + 64, 64, true);
    cudaDeviceSynchronize();
    cudaFree(first);
    cudaFree(second);
    cudaFree(table);
    return 0;
}
