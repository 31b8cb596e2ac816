// Structs are copied as a whole, with padding and with a member that is never initialized and never used.

struct Sample {
    char kind;
    double value;
    int unused;
    short weight;
};

__device__ __noinline__ double weighted(Sample sample) { return sample.value * sample.weight; }

__global__ void choose(const int* order, Sample* out, double* weights, int n) {
    Sample samples[8];
    for (int i = 0; i < n; ++i) {
        samples[i].kind = static_cast<char>('a' + i);
        samples[i].value = 0.5 * i;
        samples[i].weight = static_cast<short>(2 * i);
    }
    Sample chosen;
    if (order[threadIdx.x] >= 0) chosen = samples[order[threadIdx.x]];
    out[threadIdx.x] = chosen;
    weights[threadIdx.x] = order[threadIdx.x] >= 0 ? weighted(chosen) : -1;
}

int main() {
    const int n = 32;
    int order[n];
    for (int i = 0; i < n; ++i) order[i] = i % 9 - 1;
    double found[n];
    int* places;
    Sample* out;
    double* weights;
    cudaMalloc(&places, sizeof(order));
    cudaMalloc(&out, n * sizeof(Sample));
    cudaMalloc(&weights, sizeof(found));
    cudaMemcpy(places, order, sizeof(order), cudaMemcpyHostToDevice);
    choose<<<1, n>>>(places, out, weights, 8);
    cudaMemcpy(found, weights, sizeof(found), cudaMemcpyDeviceToHost);
    cudaFree(places);
    cudaFree(out);
    cudaFree(weights);
    for (int i = 0; i < n; ++i) {
        if (found[i] != (order[i] < 0 ? -1.0 : 0.5 * order[i] * 2 * order[i])) return 1;
    }
    return 0;
}
