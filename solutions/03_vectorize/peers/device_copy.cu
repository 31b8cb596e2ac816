// Not a solution: the driver's own copy of the same bytes, which computes nothing. It is the reference for a
// kernel that reads each byte once and writes each byte once, at the same addresses.

#include "kernelsmith/check.h"
#include "lab.h"

extern "C" void adjust(const AdjustArgs& args) {
    CUDA_CHECK(cudaMemcpyAsync(args.out, args.in, args.count, cudaMemcpyDeviceToDevice));
}
