// Dynamic shared memory carved into an array of doubles and
// one of bytes after it, both used to the last element.

__global__ void sort_by_mark(const double* values, const unsigned char* marks, double* out) {
    extern __shared__ double memory[];
    double* staged = memory;
    unsigned char* staged_marks = reinterpret_cast<unsigned char*>(staged + blockDim.x);
    staged[threadIdx.x] = values[threadIdx.x];
    staged_marks[threadIdx.x] = marks[threadIdx.x];
    __syncthreads();
    int rank = 0;
    for (int k = 0; k < blockDim.x; ++k) {
        rank += staged_marks[k] < staged_marks[threadIdx.x];
    }
    out[rank] = staged[threadIdx.x];
}

int main() {
    const int n = 101;
    double values[n], found[n];
    unsigned char marks[n];
    for (int i = 0; i < n; ++i) {
        marks[i] = static_cast<unsigned char>(i * 10 % n);
        values[i] = 0.5 * marks[i];
    }
    double *device_values, *out;
    unsigned char* device_marks;
    cudaMalloc(&device_values, sizeof(values));
    cudaMalloc(&device_marks, sizeof(marks));
    cudaMalloc(&out, sizeof(values));
    cudaMemcpy(device_values, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemcpy(device_marks, marks, sizeof(marks), cudaMemcpyHostToDevice);
    sort_by_mark<<<1, n, n*(sizeof(double) + 1)>>>(device_values, device_marks, out);
    cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost);
    cudaFree(device_values);
    cudaFree(device_marks);
    cudaFree(out);
    for (int i = 0; i < n; ++i) {
        if (found[i] != 0.5 * i) return 1;
    }
    return 0;
}
