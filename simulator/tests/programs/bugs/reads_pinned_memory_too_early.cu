// The copy to pinned memory is still in progress when the host reads the data.
#include <cstdio>

int main() {
    const int n = 1 << 20;
    int *data, *host;
    cudaMalloc(&data, n * sizeof(int));
    cudaMallocHost(&host, n * sizeof(int));
    cudaMemset(data, 1, n * sizeof(int));
    cudaMemcpyAsync(host, data, n * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[n - 1]); // finding: host_race
    cudaDeviceSynchronize();
    cudaFreeHost(host);
    cudaFree(data);
    return 0;
}
