// The host never waits for the stream: a host function in the stream reads the result and signals the host.
#include <atomic>
#include <thread>

__global__ void fill(int* data) { data[threadIdx.x] = 5 * threadIdx.x; }

const int n = 128;
struct Mail {
    int* result;
    int sum = 0;
    std::atomic<bool> there{false};
};

void CUDART_CB deliver(void* what) {
    Mail& mail = *static_cast<Mail*>(what);
    for (int i = 0; i < n; ++i) mail.sum += mail.result[i];
    mail.there = true;
}

int main() {
    int* data;
    Mail mail;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&data, n * sizeof(int));
    cudaMallocHost(&mail.result, n * sizeof(int));
    fill<<<1, n, 0, stream>>>(data);
    cudaMemcpyAsync(mail.result, data, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, deliver, &mail);
    while (!mail.there) std::this_thread::yield();
    const bool right = mail.sum == 5 * n * (n - 1) / 2 && mail.result[1] == 5;
    cudaStreamSynchronize(stream);
    cudaFreeHost(mail.result);
    cudaFree(data);
    cudaStreamDestroy(stream);
    return right ? 0 : 1;
}
