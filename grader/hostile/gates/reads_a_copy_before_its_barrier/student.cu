#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    __shared__ Barrier copied;
    if (threadIdx.x == 0) init(&copied, block);
    __syncthreads();
    const std::int64_t first = std::int64_t{blockIdx.x} * block;
    const int records = static_cast<int>(min(std::int64_t{block}, args.count - first));
    const int r = threadIdx.x, fields = args.fields;
    const auto place = [&](int record, int field) { return field * (block + 1) + record; };
    for (int i = r; i < records * fields; i += block) {
        const int record = args.to_arrays ? i / fields : i % records;
        const int field = args.to_arrays ? i % fields : i / records;
        const float* from =
            args.in + (args.to_arrays ? first * fields + i : field * args.count + first + record);
        cuda::memcpy_async(&tile[place(record, field)], from, cuda::aligned_size_t<4>(sizeof(float)), copied);
    }
    (void)copied.arrive();
    __syncthreads(); // does not wait for the copies
    for (int i = r; i < records * fields; i += block) {
        const int record = args.to_arrays ? i % records : i / fields;
        const int field = args.to_arrays ? i / records : i % fields;
        args.out[args.to_arrays ? field * args.count + first + record : first * fields + i] =
            tile[place(record, field)];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    change_tile<<<groups_of(block, args.count), block, sizeof(float) * (block + 1) * args.fields>>>(args);
    CUDA_CHECK_LAUNCH();
}
