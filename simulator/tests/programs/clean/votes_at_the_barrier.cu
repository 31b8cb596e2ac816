// The barriers that count, and that return whether any or all
// threads agree, order shared memory as the plain one does.

__global__ void sort(int* data, int* rounds, int* odd) {
    __shared__ int values[128];
    values[threadIdx.x] = data[threadIdx.x];
    const int count = __syncthreads_count(values[threadIdx.x] % 2);

    int busy_rounds = 0;
    bool sorted = false;
    for (int round = 0; !sorted; ++round) { // neighbours change places, even pairs and odd pairs in turn
        const int i = 2 * threadIdx.x + round % 2;
        bool exchanged = false;
        if (i + 1 < 128 && values[i] > values[i + 1]) {
            const int larger = values[i];
            values[i] = values[i + 1];
            values[i + 1] = larger;
            exchanged = true;
        }
        busy_rounds += __syncthreads_or(exchanged) != 0;
        sorted = __syncthreads_and(threadIdx.x == 0 || values[threadIdx.x - 1] <= values[threadIdx.x]);
    }
    data[threadIdx.x] = values[threadIdx.x];
    if (threadIdx.x == 0) {
        *rounds = busy_rounds;
        *odd = count;
    }
}

int main() {
    const int n = 128;
    int values[n], rounds = 0, odd = 0;
    for (int i = 0; i < n; ++i) values[i] = i * 37 % n;
    int *data, *device_rounds, *device_odd;
    cudaMalloc(&data, n * sizeof(int));
    cudaMalloc(&device_rounds, sizeof(int));
    cudaMalloc(&device_odd, sizeof(int));
    cudaMemcpy(data, values, n * sizeof(int), cudaMemcpyHostToDevice);
    sort<<<1, n>>>(data, device_rounds, device_odd);
    cudaMemcpy(values, data, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&rounds, device_rounds, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&odd, device_odd, sizeof(int), cudaMemcpyDeviceToHost);
    for (int* each : {data, device_rounds, device_odd}) cudaFree(each);
    for (int i = 0; i < n; ++i) {
        if (values[i] != i) return 1;
    }
    return rounds > 0 && rounds <= n && odd == n / 2 ? 0 : 1;
}
