// Cooperative launches: rejections and their error codes.

#include "show.h"

#include <cooperative_groups.h>

namespace {

__global__ void meet(int* out) {
    const auto grid = cooperative_groups::this_grid();
    atomicAdd(out, 1);
    grid.sync();
    if (grid.thread_rank() == 0) {
        out[1] = out[0];
    }
}

__global__ void alone(int* out) { *out = 1; }

__global__ void __launch_bounds__(64) bounded(int* out) { *out = 1; }

void launches(int blocks_at_once, int* out) {
    void* arguments[] = {&out};
    const dim3 one(1);
    cudaStream_t none = nullptr;
    SHOW(cudaLaunchCooperativeKernel(meet, dim3(2), dim3(32), arguments));
    SHOW(cudaLaunchCooperativeKernel(alone, dim3(2), dim3(32), arguments));
    SHOW(cudaLaunchCooperativeKernel(alone, dim3(blocks_at_once), dim3(1024), arguments));
    SHOW(cudaLaunchCooperativeKernel(alone, dim3(blocks_at_once + 1), dim3(1024), arguments));
    SHOW(cudaLaunchCooperativeKernel(alone, dim3(1, blocks_at_once + 1), dim3(1024), arguments));
    SHOW(cudaLaunchCooperativeKernel(meet, dim3(0), one, arguments));
    SHOW(cudaLaunchCooperativeKernel(meet, one, dim3(0), arguments));
    SHOW(cudaLaunchCooperativeKernel(meet, one, dim3(2000), arguments));
    SHOW(cudaLaunchCooperativeKernel(bounded, one, dim3(128), arguments));
    SHOW(cudaLaunchCooperativeKernel(meet, one, one, arguments, std::size_t{1} << 20));
    SHOW(cudaLaunchCooperativeKernel(meet, one, one, nullptr));
    SHOW(cudaLaunchCooperativeKernel(static_cast<const void*>(nullptr), one, one, arguments, 0, none));
}

void launches_with_attributes(int blocks_at_once, int* out) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks_at_once + 1);
    config.blockDim = dim3(1024);
    config.attrs = &attribute;
    config.numAttrs = 1;
    SHOW(cudaLaunchKernelEx(&config, alone, out));
    attribute.val.cooperative = 0;
    SHOW(cudaLaunchKernelEx(&config, alone, out));
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    int cooperative = 0;
    int multiprocessors = 0;
    int on_sm = 0;
    SHOW(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
    VALUE(cooperative);
    SHOW(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_sm, alone, 1024, 0));
    VALUE(on_sm);
    int* out = nullptr;
    SHOW(cudaMalloc(&out, 64));
    SHOW(cudaMemset(out, 0, 64));
    launches(on_sm * multiprocessors, out);
    SHOW(cudaDeviceSynchronize());
    int host[2] = {};
    launches_with_attributes(on_sm * multiprocessors, out);
    void* arguments[] = {&out};
    SHOW(cudaMemset(out, 0, 64));
    SHOW(cudaLaunchCooperativeKernel(meet, dim3(3, 2, 2), dim3(8, 4), arguments));
    SHOW(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    VALUE(host[0]);
    VALUE(host[1]);
    return 0;
}
