// Not a solution: the driver's copy of three quarters of the array, which moves as many bytes as a program that reads all
// of it and writes half of it. It is the reference for such a kernel.

#include "kernelsmith/check.h"
#include "lab.h"

extern "C" void keep_below(const CompactArgs& args) {
    CUDA_CHECK(
        cudaMemcpyAsync(args.out, args.in, args.count * 3 / 4 * sizeof(float), cudaMemcpyDeviceToDevice));
}
