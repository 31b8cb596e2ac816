// Two kernels of independent streams: one sets a flag after its data, the other waits for the flag.
#include <cuda/atomic>

__global__ void produce(int* data, int* flag) {
    data[threadIdx.x] = 7 * threadIdx.x;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (threadIdx.x == 0) ready.store(1, cuda::memory_order_release);
}

__global__ void consume(const int* data, int* flag, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[threadIdx.x] = data[threadIdx.x] + 1;
}

int main() {
    const int n = 64;
    int *data, *flag, *out;
    static int host[n];
    cudaMalloc(&data, n * sizeof(int));
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    bool right = true;
    for (int turn = 0; turn < 2; ++turn) {
        cudaMemset(flag, 0, sizeof(int));
        cudaDeviceSynchronize();
        cudaStream_t first, second;
        cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
        // Either kernel may come first.
        if (turn == 0) produce<<<1, n, 0, first>>>(data, flag);
        consume<<<1, n, 0, second>>>(data, flag, out);
        if (turn == 1) produce<<<1, n, 0, first>>>(data, flag);
        cudaStreamSynchronize(second);
        cudaStreamSynchronize(first);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; ++i) right = right && host[i] == 7 * i + 1;
        cudaStreamDestroy(second);
        cudaStreamDestroy(first);
    }
    cudaFree(out);
    cudaFree(flag);
    cudaFree(data);
    return right ? 0 : 1;
}
