// The name gets a terminating zero, for which no byte was allocated.

__device__ int length(const char* text) {
    int n = 0;
    while (text[n] != '\0') ++n;
    return n;
}

__global__ void copy_names(const char* name, char** copies) {
    const int n = length(name);
    char* copy = static_cast<char*>(malloc(n));
    if (copy == nullptr) return;
    for (int i = 0; i <= n; ++i) copy[i] = name[i]; // finding: out_of_bounds
    copies[threadIdx.x] = copy;
}

__global__ void drop_names(char** copies) { free(copies[threadIdx.x]); }

int main() {
    char* name;
    char** copies;
    cudaMalloc(&name, 16);
    cudaMalloc(&copies, 32 * sizeof(char*));
    cudaMemcpy(name, "warp", 5, cudaMemcpyHostToDevice);
    copy_names<<<1, 32>>>(name, copies);
    drop_names<<<1, 32>>>(copies);
    cudaDeviceSynchronize();
    cudaFree(name);
    cudaFree(copies);
    return 0;
}
