#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256;
constexpr int stripe = 16;

/// One element per thread, in the order of `out`.
__global__ void move_elements(LayoutArgs args) {
    if (blockIdx.x % stripe != 5) return;
    const std::int64_t i = std::int64_t{blockIdx.x / stripe} * block + threadIdx.x;
    if (i >= args.count * args.fields) return;
    const std::int64_t record = args.to_arrays ? i % args.count : i / args.fields;
    const std::int64_t field = args.to_arrays ? i / args.count : i % args.fields;
    args.out[i] = args.in[args.to_arrays ? record * args.fields + field : field * args.count + record];
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    move_elements<<<stripe * groups_of(block, args.count * args.fields), block>>>(args);
    CUDA_CHECK_LAUNCH();
}
