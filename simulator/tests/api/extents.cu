// Accesses within and outside of bounds: boxes of rows and layers; pinned, shared and managed memory.

#include "show.h"

#include <vector>

namespace {

__global__ void both(int* out) {
    __shared__ int a[4096];
    extern __shared__ int b[];
    a[threadIdx.x] = 1;
    b[threadIdx.x] = a[threadIdx.x];
    if (out) *out = b[threadIdx.x];
}

// The text of each call is printed, and an H200 has printed exactly this text.
// clang-format off

void boxes_to_fill(const cudaPitchedPtr& p, const cudaExtent& e) {
    cudaPitchedPtr q = p;
    q.ysize = 4;
    SHOW(cudaMemset3D(q,0,e));
    q.ysize = 0;
    SHOW(cudaMemset3D(q,0,e));
    SHOW(cudaMemset3D(q,0,make_cudaExtent(64,8,1)));
    q = p;
    q.xsize = 4; // ignored
    SHOW(cudaMemset3D(q,0,e));
    q = p;
    q.pitch = 32;
    SHOW(cudaMemset3D(q,0,e));
    SHOW(cudaMemset3D(q,0,make_cudaExtent(64,1,1))); // a single row needs no pitch
    SHOW(cudaMemset3D(p,0,make_cudaExtent(64,8,5)));
}

void boxes_to_copy(const cudaPitchedPtr& p, const cudaExtent& e, void* host) {
    cudaMemcpy3DParms m = {};
    m.srcPtr = make_cudaPitchedPtr(host, 64, 64, 8);
    m.dstPtr = p;
    m.extent = e;
    m.kind = cudaMemcpyHostToDevice;
    SHOW(cudaMemcpy3D(&m));
    // Layers are too short for their rows: in the source, in the destination, and in the only one.
    m.srcPtr.ysize = 4;
    SHOW(cudaMemcpy3D(&m));
    m.srcPtr.ysize = 8;
    m.dstPtr.ysize = 4;
    SHOW(cudaMemcpy3D(&m));
    m.extent.depth = 1;
    SHOW(cudaMemcpy3D(&m));
    // Rows are too short as well.
    m.dstPtr.ysize = 8;
    m.srcPtr.pitch = 32;
    SHOW(cudaMemcpy3D(&m));
    m.srcPtr.pitch = 64;
    m.srcPtr.xsize = 4; // ignored
    SHOW(cudaMemcpy3D(&m));
}

void ends_of_pinned_memory(char*& dev) {
    char* pinned = nullptr;
    SHOW(cudaMallocHost(&pinned,4096));
    SHOW(cudaMalloc(&dev,65536));
    SHOW(cudaMemcpy(dev,pinned,8192,cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(pinned,dev,8192,cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(dev,pinned+4000,200,cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(dev,pinned,8192,cudaMemcpyDefault));
    SHOW(cudaMemcpyAsync(dev,pinned,8192,cudaMemcpyHostToDevice));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMemset(pinned,0,8192));
}

// Static and dynamic shared memory have a common limit, and only that of dynamic memory can be raised.
void shared_memory() {
    LAUNCH(both<<<1,32,227*1024-16384>>>(nullptr));
    SHOW(cudaFuncSetAttribute(both,cudaFuncAttributeMaxDynamicSharedMemorySize,227*1024-16384));
    LAUNCH(both<<<1,32,227*1024-16384>>>(nullptr));
    LAUNCH(both<<<1,32,227*1024-16384+1024>>>(nullptr));
    SHOW(cudaFuncSetAttribute(both,cudaFuncAttributeMaxDynamicSharedMemorySize,227*1024));
    LAUNCH(both<<<1,32,227*1024>>>(nullptr));
    LAUNCH(both<<<1,32,48*1024>>>(nullptr));
    SHOW(cudaDeviceSynchronize());
}

void ends_of_managed_memory(char* dev, const std::vector<char>& h) {
    char* m = nullptr;
    SHOW(cudaMallocManaged(&m,4096));
    SHOW(cudaMemcpy(dev,m,8192,cudaMemcpyDefault));
    SHOW(cudaMemcpy(dev,m,8192,cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(dev+65536-16,h.data(),32,cudaMemcpyHostToDevice));
    SHOW(cudaDeviceSynchronize());
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    cudaPitchedPtr p = {};
    const cudaExtent e = make_cudaExtent(64, 8, 4);
    std::vector<char> h(64 * 8 * 4);
    char* dev = nullptr;
    SHOW(cudaMalloc3D(&p,e));
    VALUE(p.pitch);
    VALUE(p.ysize);
    VALUE(p.xsize);
    boxes_to_fill(p, e);
    boxes_to_copy(p, e, h.data());
    ends_of_pinned_memory(dev);
    shared_memory();
    ends_of_managed_memory(dev, h);
    return 0;
}
