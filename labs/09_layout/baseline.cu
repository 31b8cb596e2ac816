// The slow program: correct, and the baseline for your speedup. A thread takes one record, and neighbouring threads
// take neighbouring records. README.md explains why that is slow, under "Why the baseline is slow".

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void change_record(LayoutArgs args) {
    const std::int64_t record = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (record >= args.count) return;
    for (int field = 0; field < args.fields; ++field) {
        const std::int64_t in_records = record * args.fields + field;
        const std::int64_t in_arrays = field * args.count + record;
        if (args.to_arrays) {
            args.out[in_arrays] = args.in[in_records];
        } else {
            args.out[in_records] = args.in[in_arrays];
        }
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    change_record<<<groups_of(256, args.count), 256>>>(args);
    CUDA_CHECK_LAUNCH();
}
