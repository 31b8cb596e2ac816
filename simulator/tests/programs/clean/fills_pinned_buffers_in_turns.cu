// Two halves of one pinned buffer take turns: while one is copied the other one is read from a file, straight into the
// buffer. The halves share a page. Each is filled again only after its event.
#include <cstdio>
#include <unistd.h>

__global__ void add(const unsigned char* piece, int bytes, unsigned* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < bytes) atomicAdd(sum, piece[i]);
}

int main() {
    const int half = 10007, pieces = 6;
    unsigned expected = 0;
    FILE* const file = std::tmpfile();
    for (int i = 0; i < pieces * half; ++i) {
        expected += i % 251;
        std::fputc(i % 251, file);
    }
    std::rewind(file);

    unsigned char *buffer, *data;
    unsigned *sum, found;
    cudaMallocHost(&buffer, 2 * half);
    cudaMalloc(&data, 2 * half);
    cudaMalloc(&sum, sizeof *sum);
    cudaStream_t stream;
    cudaEvent_t copied[2];
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemsetAsync(sum, 0, sizeof *sum, stream);
    for (cudaEvent_t& event : copied) cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    bool right = true;
    for (int piece = 0; piece < pieces; ++piece) {
        const int side = piece % 2;
        cudaEventSynchronize(copied[side]);
        right = right && read(fileno(file), buffer + side * half, half) == half;
        cudaMemcpyAsync(data + side * half, buffer + side * half, half, cudaMemcpyHostToDevice, stream);
        cudaEventRecord(copied[side], stream);
        add<<<(half + 255) / 256, 256, 0, stream>>>(data + side * half, half, sum);
    }
    cudaMemcpyAsync(&found, sum, sizeof found, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    right = right && found == expected;
    std::fclose(file);
    for (cudaEvent_t event : copied) cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    cudaFree(sum);
    cudaFree(data);
    cudaFreeHost(buffer);
    return right ? 0 : 1;
}
