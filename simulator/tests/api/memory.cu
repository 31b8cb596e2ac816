// Allocations, frees and copies: rejections and their error codes.

#include "show.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

__device__ int counter[4] = {1, 2, 3, 4};
__constant__ float table[8];

void describe(const char* what, const void* pointer) {
    cudaPointerAttributes attributes = {};
    const cudaError_t error = cudaPointerGetAttributes(&attributes, pointer);
    std::printf("%-40s error %d, type %d, device %d, as device pointer %s, as host pointer %s\n", what,
                static_cast<int>(error), static_cast<int>(attributes.type), attributes.device,
                attributes.devicePointer == nullptr   ? "null"
                : attributes.devicePointer == pointer ? "same"
                                                      : "other",
                attributes.hostPointer == nullptr   ? "null"
                : attributes.hostPointer == pointer ? "same"
                                                    : "other");
}

void allocations() {
    void* p = nullptr;
    void* q = nullptr;
    SHOW(cudaMalloc(&p, 0));
    VALUE(p == nullptr);
    SHOW(cudaMalloc(static_cast<void**>(nullptr), 16));
    SHOW(cudaMalloc(&p, std::size_t{1} << 50));
    SHOW(cudaMalloc(&p, 1000));
    VALUE(reinterpret_cast<std::uintptr_t>(p) % 512);
    SHOW(cudaFree(static_cast<char*>(p) + 4));
    SHOW(cudaFree(p));
    SHOW(cudaFree(p));
    SHOW(cudaFree(nullptr));
    int on_stack = 0;
    SHOW(cudaFree(&on_stack));
    void* from_malloc = std::malloc(100);
    SHOW(cudaFree(from_malloc));
    SHOW(cudaFreeHost(from_malloc));
    SHOW(cudaFreeHost(nullptr));
    SHOW(cudaMallocHost(&q, 100));
    SHOW(cudaFree(q));
    SHOW(cudaFreeHost(q));
    SHOW(cudaFreeHost(q));
    SHOW(cudaMallocHost(&q, 0));
    SHOW(cudaHostAlloc(&q, 64, 0x100));
    SHOW(cudaHostAlloc(&q, 64, cudaHostAllocMapped | cudaHostAllocPortable));
    unsigned flags = 0;
    SHOW(cudaHostGetFlags(&flags, q));
    VALUE(flags);
    void* mapped = nullptr;
    SHOW(cudaHostGetDevicePointer(&mapped, q, 0));
    VALUE(mapped == q);
    SHOW(cudaHostGetDevicePointer(&mapped, q, 1));
    SHOW(cudaFreeHost(q));
    SHOW(cudaMallocManaged(&q, 0));
    SHOW(cudaMallocManaged(&q, 64, 7));
    SHOW(cudaMallocManaged(&q, 64));
    std::memset(q, 1, 64);
    describe("managed", q);
    SHOW(cudaFree(q));

    std::size_t pitch = 0;
    SHOW(cudaMallocPitch(&p, &pitch, 1, 3));
    VALUE(pitch);
    SHOW(cudaFree(p));
    SHOW(cudaMallocPitch(&p, &pitch, 513, 3));
    VALUE(pitch);
    SHOW(cudaFree(p));
    SHOW(cudaMallocPitch(&p, &pitch, 0, 3));
    VALUE(pitch);
    cudaPitchedPtr pitched = {};
    SHOW(cudaMalloc3D(&pitched, make_cudaExtent(100, 3, 2)));
    VALUE(pitched.pitch);
    VALUE(pitched.xsize);
    VALUE(pitched.ysize);
    SHOW(cudaFree(pitched.ptr));

    SHOW(cudaMallocAsync(&p, 256, nullptr));
    SHOW(cudaFreeAsync(p, nullptr));
    SHOW(cudaFreeAsync(p, nullptr));
    SHOW(cudaFreeAsync(nullptr, nullptr));
    SHOW(cudaMallocAsync(&p, 0, nullptr));
    VALUE(p == nullptr);
    SHOW(cudaMallocAsync(&p, 256, nullptr));
    SHOW(cudaFree(p));
    SHOW(cudaMalloc(&p, 256));
    SHOW(cudaFreeAsync(p, nullptr));

    std::vector<char> memory(8192);
    SHOW(cudaHostRegister(memory.data(), memory.size(), cudaHostRegisterDefault));
    SHOW(cudaHostRegister(memory.data(), memory.size(), cudaHostRegisterDefault));
    describe("registered", memory.data());
    SHOW(cudaHostUnregister(memory.data()));
    SHOW(cudaHostUnregister(memory.data()));
    SHOW(cudaHostRegister(nullptr, 16, 0));
    SHOW(cudaHostRegister(memory.data(), 0, 0));
    SHOW(cudaHostGetFlags(&flags, memory.data()));
    std::free(from_malloc);
}

void copies() {
    char host[256] = {};
    char other[256] = {};
    char* device = nullptr;
    char* second = nullptr;
    SHOW(cudaMalloc(&device, 256));
    SHOW(cudaMalloc(&second, 256));
    SHOW(cudaMemcpy(device, host, 256, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(device, host, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(nullptr, host, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(nullptr, host, 16, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(device, nullptr, 16, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(device, host, 16, static_cast<cudaMemcpyKind>(5)));
    SHOW(cudaMemcpy(device, host, 16, static_cast<cudaMemcpyKind>(-1)));
    SHOW(cudaMemcpy(device, host, 16, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(host, device, 16, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(device, host, 16, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(host, other, 16, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(host, other, 16, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(device, second, 16, cudaMemcpyHostToHost));
    SHOW(cudaMemcpy(device, second, 16, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(device, second, 16, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(device, second, 16, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(device, second, 16, cudaMemcpyDefault));
    SHOW(cudaMemcpy(device, host, 16, cudaMemcpyDefault));
    SHOW(cudaMemcpy(host, other, 16, cudaMemcpyDefault));
    SHOW(cudaMemcpy(host, other, 16, cudaMemcpyHostToHost));
    SHOW(cudaMemcpy(device, host, 1 << 30, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(host, device, 4 << 20, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(device + (4 << 20), second, 16, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpyAsync(device, host, 16, cudaMemcpyHostToDevice, nullptr));
    SHOW(cudaMemset(device, 1, 256));
    SHOW(cudaMemset(device, 1, 0));
    SHOW(cudaMemset(nullptr, 1, 0));
    SHOW(cudaMemset(nullptr, 1, 16));
    SHOW(cudaMemset(device, 1, 1 << 30));
    SHOW(cudaMemset(host, 1, 16));
    SHOW(cudaMemcpy2D(device, 32, host, 16, 16, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(device, 8, host, 16, 16, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(device, 8, host, 16, 16, 1, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(device, 32, host, 8, 16, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(device, 32, host, 16, 0, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(device, 32, host, 16, 16, 4, static_cast<cudaMemcpyKind>(9)));
    SHOW(cudaMemset2D(device, 32, 0, 16, 4));
    SHOW(cudaMemset2D(device, 8, 0, 16, 4));
    SHOW(cudaMemset2D(device, 8, 0, 16, 1));
    SHOW(cudaMemcpyPeer(device, 0, second, 0, 16));
    describe("device", device);
    describe("inside of device", device + 7);
    describe("pageable", host);
    describe("null", nullptr);
    SHOW(cudaPointerGetAttributes(nullptr, device));
    SHOW(cudaFree(device));
    describe("freed", device);
    SHOW(cudaFree(second));
}

void symbols() {
    int values[5] = {};
    void* address = nullptr;
    std::size_t bytes = 0;
    SHOW(cudaMemcpyFromSymbol(values, counter, sizeof counter));
    VALUE(values[3]);
    SHOW(cudaMemcpyToSymbol(counter, values, 16, 0));
    SHOW(cudaMemcpyToSymbol(counter, values, 16, 4));
    SHOW(cudaMemcpyToSymbol(counter, values, 20));
    SHOW(cudaMemcpyToSymbol(counter, values, 4, 12));
    SHOW(cudaMemcpyToSymbol(counter, values, 4, 12, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyToSymbol(counter, values, 0, 100));
    SHOW(cudaMemcpyToSymbol(table, values, 16));
    SHOW(cudaMemcpyToSymbol(static_cast<const void*>(values), values, 16));
    SHOW(cudaMemcpyToSymbol(static_cast<const void*>(nullptr), values, 16));
    SHOW(cudaMemcpyFromSymbol(values, counter, 4, 0, cudaMemcpyHostToDevice));
    SHOW(cudaGetSymbolAddress(&address, counter));
    describe("symbol", address);
    SHOW(cudaMemcpy(values, address, 16, cudaMemcpyDeviceToHost));
    SHOW(cudaFree(address));
    SHOW(cudaGetSymbolSize(&bytes, table));
    VALUE(bytes);
    SHOW(cudaGetSymbolSize(&bytes, static_cast<const void*>(values)));
    SHOW(cudaGetSymbolAddress(&address, static_cast<const void*>(values)));
}

void pools() {
    cudaMemPool_t pool = nullptr;
    cudaMemPool_t current = nullptr;
    std::uint64_t value = 77;
    int number = 77;
    void* p = nullptr;
    SHOW(cudaDeviceGetDefaultMemPool(&pool, 0));
    SHOW(cudaDeviceGetMemPool(&current, 0));
    VALUE(pool == current);
    SHOW(cudaDeviceGetDefaultMemPool(&pool, 3));
    SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value));
    VALUE(value);
    value = UINT64_MAX;
    SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value));
    value = 0;
    SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value));
    VALUE(value == UINT64_MAX);
    SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &number));
    VALUE(number);
    SHOW(cudaMallocAsync(&p, 1000, nullptr));
    SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    VALUE(value >= 1000);
    SHOW(cudaFreeAsync(p, nullptr));
    SHOW(cudaMemPoolTrimTo(pool, 0));
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t own = nullptr;
    SHOW(cudaMemPoolCreate(&own, &properties));
    SHOW(cudaMallocFromPoolAsync(&p, 64, own, nullptr));
    SHOW(cudaFreeAsync(p, nullptr));
    SHOW(cudaDeviceSetMemPool(0, own));
    SHOW(cudaMemPoolDestroy(own));
    SHOW(cudaMemPoolDestroy(pool));
    SHOW(cudaMalloc(&p, 64));
    SHOW(cudaMemPrefetchAsync(p, 64, {cudaMemLocationTypeDevice, 0}, 0, nullptr));
    SHOW(cudaFree(p));
    SHOW(cudaMallocManaged(&p, 64));
    SHOW(cudaMemPrefetchAsync(p, 64, {cudaMemLocationTypeDevice, 0}, 0, nullptr));
    SHOW(cudaMemAdvise(p, 64, cudaMemAdviseSetReadMostly, {cudaMemLocationTypeDevice, 0}));
    SHOW(cudaMemPrefetchAsync(p, 1 << 20, {cudaMemLocationTypeDevice, 0}, 0, nullptr));
    SHOW(cudaFree(p));
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    allocations();
    copies();
    symbols();
    pools();
    SHOW(cudaDeviceSynchronize());
    return 0;
}
