// Not a solution: the driver's own copy of three quarters of the row, which moves as many bytes as reading all of it and
// writing half of it. It is what a kernel can be measured against that does no more than that.

#include "kernelsmith/check.h"
#include "lab.h"

extern "C" void keep_below(const CompactArgs& args) {
    CUDA_CHECK(
        cudaMemcpyAsync(args.out, args.in, args.count * 3 / 4 * sizeof(float), cudaMemcpyDeviceToDevice));
}
