// A reference for the ladder: the bytes of the problem and no arithmetic. The device copies the input to the output.

#include "kernelsmith/check.h"
#include "lab.h"

extern "C" void transform(const TransformArgs& args) {
    const std::size_t bytes = elements_of(args, args.striped_rows + args.mixed_rows) * sizeof(float);
    if (bytes == 0) return;
    CUDA_CHECK(cudaMemcpyAsync(args.out, args.in, bytes, cudaMemcpyDeviceToDevice));
}
