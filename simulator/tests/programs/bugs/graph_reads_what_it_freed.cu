// A node of a graph frees memory without waiting for the kernel that still reads it.

#include <cstdio>

__global__ void read(const int* memory, int* out) {
    out[threadIdx.x] = memory[threadIdx.x]; // finding: use_after_free
}

int main() {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = 32 * sizeof(int);
    cudaGraphNode_t allocate, fill, release, reader;
    cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &memory);
    const cudaMemsetParams zero = {memory.dptr, 0, 0, 4, 32, 1};
    cudaGraphAddMemsetNode(&fill, graph, &allocate, 1, &zero);
    cudaGraphAddMemFreeNode(&release, graph, &fill, 1, memory.dptr);
    void* arguments[] = {&memory.dptr, &out};
    cudaKernelNodeParams kernel = {};
    kernel.func = reinterpret_cast<void*>(read);
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(32);
    kernel.kernelParams = arguments;
    cudaGraphAddKernelNode(&reader, graph, &fill, 1, &kernel); // not before the memory is freed, either
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, nullptr);
    cudaDeviceSynchronize();
    cudaGetLastError();
    return 0;
}
