// A kernel that prints with the usual formats and asserts what is true.

#include <cassert>
#include <cstdio>
#include <cstdlib>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

__constant__ char word[] = "constant";

__global__ void print(int number, double real) {
    if (threadIdx.x == 0) {
        const char* text = blockIdx.x == 0 ? "first" : "second";
        printf("nothing but text\n");
        printf("%d %i|%5d|%-5d|%05d|%+d|%*d\n", number, -number, number, number, number, number, 7, number);
        printf("%u %x %X %#x %o %c %s %%\n", 4000000000u, 0xbeefu, 0xbeefu, 255u, 8u, 'c', text);
        printf("%ld %lld %llu %llx\n", -5L, -1234567890123LL, 12345678901234567890ULL, 0xfeedfacecafeULL);
        printf("%hd %hu %hx %s\n", static_cast<short>(number), static_cast<unsigned short>(number), 0x12345,
               static_cast<const char*>(nullptr));
        printf("%f %.2f %10.3f %e %g %G\n", real, real, real, real, real, 1e-10 * real);
        printf("%g %f %f\n", 1.5f, 1.0 / 0.0, -1.0 / 0.0);
        printf("%s, %10s, %p\n", word, "right", static_cast<void*>(nullptr));
    }
    __syncthreads();
    if (threadIdx.x % 16 == 3) printf("block %d, thread %2d\n", blockIdx.x, threadIdx.x);
    assert(number == 42);
    assert(threadIdx.x < blockDim.x && "a thread lies within its block");
}

int main() {
    print<<<2, 64>>>(42, 2.718281828);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    std::printf("PASSED\n");
    return 0;
}
