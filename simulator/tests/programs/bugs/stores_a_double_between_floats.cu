// A packet of floats with a double after the third: a double must be aligned to eight bytes.

__global__ void pack(float* packets, int words) {
    float* packet = packets + threadIdx.x * words;
    packet[0] = 1.0f;
    packet[1] = 2.0f;
    packet[2] = 3.0f;
    *reinterpret_cast<double*>(packet + 3) = 0.5; // finding: misaligned
}

int main() {
    const int packets = 64, words = 5;
    float* memory;
    cudaMalloc(&memory, packets * words * sizeof(float));
    pack<<<1, packets>>>(memory, words);
    cudaDeviceSynchronize();
    cudaFree(memory);
    return 0;
}
