// The result is copied back from the device with the direction of the copy to it.

__global__ void answer(int* out) { *out = 42; }

int main() {
    int result = 0;
    int* out;
    cudaMalloc(&out, sizeof(int));
    answer<<<1, 1>>>(out);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyHostToDevice); // finding of the host: host_pointer
    cudaFree(out);
    return 0;
}
