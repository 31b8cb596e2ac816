// Not a solution: the driver's copy of the array, without any sums. It is the reference for a kernel that reads and writes
// each element once.

#include "kernelsmith/check.h"
#include "lab.h"

extern "C" void prefix_sums(const ScanArgs& args) {
    CUDA_CHECK(
        cudaMemcpyAsync(args.out, args.in, args.count * sizeof(unsigned int), cudaMemcpyDeviceToDevice));
}
