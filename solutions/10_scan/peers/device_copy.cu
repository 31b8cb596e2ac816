// Not a solution: the driver's own copy of the row, which adds nothing up. It is what a kernel can be measured against that
// reads each element once and writes each element once.

#include "kernelsmith/check.h"
#include "lab.h"

extern "C" void prefix_sums(const ScanArgs& args) {
    CUDA_CHECK(
        cudaMemcpyAsync(args.out, args.in, args.count * sizeof(unsigned int), cudaMemcpyDeviceToDevice));
}
