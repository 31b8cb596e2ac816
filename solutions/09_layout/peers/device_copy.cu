// Not a solution: the driver's own copy of the same bytes, which does not change the layout. It is the reference for a
// kernel that reads each byte once and writes each byte once.

#include "kernelsmith/check.h"
#include "lab.h"

extern "C" void change_layout(const LayoutArgs& args) {
    const std::size_t bytes = static_cast<std::size_t>(args.count) * args.fields * sizeof(float);
    if (bytes == 0) return;
    CUDA_CHECK(cudaMemcpyAsync(args.out, args.in, bytes, cudaMemcpyDeviceToDevice));
}
