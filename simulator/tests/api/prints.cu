// Output of kernels: conversions, flags, widths and lengths. A GPU supports only the lengths
// h, l and ll, and no `*` as a precision.

#include <cstddef>
#include <cstdio>

#pragma nv_diag_suppress 181 // a length that does not match the argument
#pragma nv_diag_suppress 226 // invalid conversions

namespace {

__global__ void print(double d) {
    printf("H %hd|%hu|%hx|%d\n", static_cast<short>(-3), static_cast<unsigned short>(65535), 0x12345, 5);
    printf("I %lf|%le|%d\n", d, d, 5);
    printf("J %a|%A|%d\n", d, d, 5);
    printf("K %5%|%-5c|%5c|%d\n", 'x', 'y', 5);
    printf("M % d|%+d|%#x|%#o|%08.3f|%d\n", 7, 7, 255, 8, 3.14159, 5);
    printf("O %y|%d|%!|%d\n", 5, 6);
    printf("P %p|%d\n", reinterpret_cast<void*>(0x1234), 5);
    printf("T %d %s|%d\n", 5, static_cast<const char*>(nullptr), 6);
    printf("V %F|%i|%X|%E|%G|%d\n", d, 3, 255, d, d, 5);
    printf("W trailing %");
    printf("\n");
}

// The output of a GPU depends on the rest of the format here, and varies between runs.
__global__ void print_wrongly(double d, std::size_t count) {
    printf("sizes: %zu of %d\n", count, 5);
    printf("%.*f\n", 3, d);
    printf("%Lf\n", d);
    printf("%d, %hhd, %s\n", 1, 2, "text");
}

} // namespace

int main(int count, char**) {
    if (count == 1) {
        print<<<1, 1>>>(2.5);
    } else {
        print_wrongly<<<1, 1>>>(2.5, 6);
    }
    std::printf("%d\n", cudaDeviceSynchronize());
}
