// An index far out of bounds reaches another buffer, so the access itself is valid.

__global__ void gather(const float* values, const long long* index, float* out) {
    out[threadIdx.x] = values[index[threadIdx.x]]; // finding: out_of_bounds
}

int main() {
    float *values, *others, *out;
    long long *index, host[32];
    cudaMalloc(&values, 32 * sizeof(float));
    cudaMalloc(&others, 32 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMalloc(&index, sizeof(host));
    cudaMemset(values, 0, 32 * sizeof(float));
    cudaMemset(others, 0, 32 * sizeof(float));
    for (int i = 0; i < 32; ++i) host[i] = i + (others - values);
    cudaMemcpy(index, host, sizeof(host), cudaMemcpyHostToDevice);
    gather<<<1, 32>>>(values, index, out);
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(others);
    cudaFree(out);
    cudaFree(index);
    return 0;
}
