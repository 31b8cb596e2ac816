// The lanes of a warp compete for a spin lock. The
// lane that holds it must make progress while the others of its warp wait.

__global__ void append(int* lock, int* length, int* list) {
    while (atomicCAS(lock, 0, 1) != 0) __nanosleep(20);
    __threadfence();
    list[*length] = threadIdx.x;
    *length += 1;
    __threadfence();
    atomicExch(lock, 0);
}

int main() {
    const int n = 64;
    int *lock, *length, *list, found[n], found_length = 0;
    cudaMalloc(&lock, sizeof(int));
    cudaMalloc(&length, sizeof(int));
    cudaMalloc(&list, n * sizeof(int));
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(length, 0, sizeof(int));
    append<<<1, n>>>(lock, length, list);
    cudaMemcpy(&found_length, length, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(found, list, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(lock);
    cudaFree(length);
    cudaFree(list);
    int sum = 0;
    for (const int each : found) sum += each;
    return found_length == n && sum == n * (n - 1) / 2 ? 0 : 1;
}
