// For a GPU: how often a kernel in a non-blocking stream reads old bytes after a call has returned.
//
//     nvcc -O2 -arch=native simulator/evidence/bench/returned_calls.cu -o returned_calls && ./returned_calls

#include <cstdio>
#include <vector>

namespace {

__global__ void look(const volatile unsigned* data, std::size_t words, unsigned* found) {
    found[0] = data[words - 1];
    found[1] = data[words / 2];
    found[2] = data[0];
}

/// Buffers of the same size in all kinds of memory.
struct Memory {
    explicit Memory(std::size_t bytes) : pageable(bytes / sizeof(unsigned)) {
        cudaMallocHost(&pinned, bytes);
        cudaMalloc(&target, bytes);
        cudaMalloc(&source, bytes);
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() {
        cudaFree(source);
        cudaFree(target);
        cudaFreeHost(pinned);
    }
    /// Sets all buffers except the target to the value; the target has zeros, and the device is idle.
    void fill(int value) {
        const unsigned word = static_cast<unsigned>(value) * 0x01010101U;
        for (std::size_t n = 0; n < pageable.size(); ++n) pageable[n] = pinned[n] = word;
        cudaMemset(source, value, bytes());
        cudaMemset(target, 0, bytes());
        cudaDeviceSynchronize();
    }
    [[nodiscard]] std::size_t bytes() const { return pageable.size() * sizeof(unsigned); }

    std::vector<unsigned> pageable;
    unsigned *pinned = nullptr, *target = nullptr, *source = nullptr;
};

/// Returns in how many of @p rounds the kernel reads old bytes after a call that sets the target to a value.
template <class Call>
int old_values(Memory& memory, int rounds, cudaStream_t stream, unsigned* found, Call call) {
    int old = 0;
    for (int round = 1; round <= rounds; ++round) {
        const int value = 1 + round % 255;
        memory.fill(value);
        call(value);
        look<<<1, 1, 0, stream>>>(memory.target, memory.pageable.size(), found);
        cudaStreamSynchronize(stream);
        const unsigned word = static_cast<unsigned>(value) * 0x01010101U;
        old += found[0] != word || found[1] != word || found[2] != word ? 1 : 0;
    }
    return old;
}

} // namespace

int main() {
    cudaStream_t stream = nullptr;
    unsigned* found = nullptr;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocHost(&found, 3 * sizeof(unsigned));
    std::printf("| bytes | rounds | cudaMemcpy from pageable | from pinned | from device | cudaMemset |\n"
                "|--:|--:|--:|--:|--:|--:|\n");
    for (const std::size_t bytes : {4U, 4096U, 65536U, 131072U, 1U << 20, 16U << 20, 256U << 20}) {
        const int rounds = bytes > 1U << 20 ? 30 : 300;
        Memory memory(bytes);
        const auto count = [&](auto call) { return old_values(memory, rounds, stream, found, call); };
        const int pageable = count(
            [&](int) { cudaMemcpy(memory.target, memory.pageable.data(), bytes, cudaMemcpyHostToDevice); });
        const int pinned =
            count([&](int) { cudaMemcpy(memory.target, memory.pinned, bytes, cudaMemcpyHostToDevice); });
        const int device =
            count([&](int) { cudaMemcpy(memory.target, memory.source, bytes, cudaMemcpyDeviceToDevice); });
        const int set = count([&](int value) { cudaMemset(memory.target, value, bytes); });
        std::printf("| %zu | %d | %d | %d | %d | %d |\n", bytes, rounds, pageable, pinned, device, set);
    }
    cudaFreeHost(found);
    cudaStreamDestroy(stream);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
