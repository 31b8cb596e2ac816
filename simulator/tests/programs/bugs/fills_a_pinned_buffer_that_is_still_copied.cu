// One pinned buffer for all chunks: the next chunk is written while the copy of the last one may still read it.

int main() {
    const int n = 1 << 16, pieces = 4;
    int *data, *buffer;
    cudaMalloc(&data, pieces * n * sizeof(int));
    cudaMallocHost(&buffer, n * sizeof(int));
    for (int piece = 0; piece < pieces; ++piece) {
        for (int i = 0; i < n; ++i) buffer[i] = piece + i; // finding: host_race
        cudaMemcpyAsync(data + piece * n, buffer, n * sizeof(int), cudaMemcpyHostToDevice);
    }
    cudaDeviceSynchronize();
    cudaFreeHost(buffer);
    cudaFree(data);
    return 0;
}
