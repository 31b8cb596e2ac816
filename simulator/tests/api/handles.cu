// Streams, events, devices and functions: rejections and their error codes.

#include "show.h"

#include <cuda_profiler_api.h>

#include <cstring>

__global__ void __launch_bounds__(128) kernel(int* out, double scale, char last) {
    __shared__ int cells[32];
    cells[threadIdx.x % 32] = static_cast<int>(scale) + last;
    __syncthreads();
    out[threadIdx.x] = cells[31 - threadIdx.x % 32];
}

namespace {

void not_a_kernel() {}

void CUDART_CB called(void* data) { ++*static_cast<int*>(data); }
void CUDART_CB called_back(cudaStream_t, cudaError_t status, void* data) {
    *static_cast<int*>(data) += 10 + static_cast<int>(status);
}

void streams() {
    cudaStream_t stream = nullptr;
    cudaStream_t other = nullptr;
    unsigned flags = 99;
    int priority = 99;
    int least = 99;
    int greatest = 99;
    int number = 0;
    int device = 99;
    SHOW(cudaStreamCreate(nullptr));
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaStreamGetFlags(stream, &flags));
    VALUE(flags);
    SHOW(cudaStreamGetPriority(stream, &priority));
    VALUE(priority);
    SHOW(cudaStreamCreateWithFlags(&other, 8));
    SHOW(cudaStreamCreateWithPriority(&other, cudaStreamNonBlocking, -3));
    SHOW(cudaStreamGetFlags(other, &flags));
    VALUE(flags);
    SHOW(cudaStreamGetPriority(other, &priority));
    VALUE(priority);
    SHOW(cudaStreamGetDevice(other, &device));
    VALUE(device);
    SHOW(cudaStreamGetFlags(nullptr, &flags));
    VALUE(flags);
    SHOW(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    VALUE(least);
    VALUE(greatest);
    SHOW(cudaStreamQuery(stream));
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaStreamQuery(cudaStreamLegacy));
    SHOW(cudaStreamSynchronize(cudaStreamPerThread));
    SHOW(cudaStreamSynchronize(stream));
    SHOW(cudaLaunchHostFunc(stream, called, &number));
    SHOW(cudaStreamAddCallback(stream, called_back, &number, 0));
    SHOW(cudaStreamAddCallback(stream, called_back, &number, 1));
    SHOW(cudaStreamSynchronize(stream));
    VALUE(number);
    SHOW(cudaLaunchHostFunc(stream, nullptr, &number));
    SHOW(cudaStreamWaitEvent(stream, nullptr));
    cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusActive;
    SHOW(cudaStreamIsCapturing(stream, &capturing));
    VALUE(capturing);
    SHOW(cudaStreamDestroy(other));
    SHOW(cudaStreamDestroy(stream));
    SHOW(cudaStreamDestroy(nullptr));
}

void events() {
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    cudaEvent_t untimed = nullptr;
    float milliseconds = -1;
    SHOW(cudaEventCreate(&begin));
    SHOW(cudaEventCreate(&end));
    SHOW(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    SHOW(cudaEventCreateWithFlags(&untimed, 64));
    SHOW(cudaEventQuery(begin));
    SHOW(cudaEventSynchronize(begin));
    SHOW(cudaEventElapsedTime(&milliseconds, begin, end));
    SHOW(cudaEventRecord(begin));
    SHOW(cudaEventElapsedTime(&milliseconds, begin, end));
    SHOW(cudaEventRecord(end, nullptr));
    SHOW(cudaEventSynchronize(end));
    SHOW(cudaEventElapsedTime(&milliseconds, begin, end));
    VALUE(milliseconds >= 0);
    SHOW(cudaEventRecord(untimed));
    SHOW(cudaEventSynchronize(untimed));
    SHOW(cudaEventElapsedTime(&milliseconds, begin, untimed));
    SHOW(cudaEventElapsedTime(nullptr, begin, end));
    SHOW(cudaEventRecord(nullptr));
    SHOW(cudaEventQuery(nullptr));
    SHOW(cudaStreamWaitEvent(nullptr, end));
    SHOW(cudaStreamWaitEvent(nullptr, end, 8));
    SHOW(cudaEventDestroy(begin));
    SHOW(cudaEventDestroy(end));
    SHOW(cudaEventDestroy(untimed));
    SHOW(cudaEventDestroy(nullptr));
}

void devices() {
    int count = 0;
    int value = -7;
    int device = -7;
    char text[32] = {};
    std::size_t bytes = 0;
    cudaDeviceProp properties = {};
    SHOW(cudaGetDeviceCount(&count));
    VALUE(count);
    SHOW(cudaGetDeviceCount(nullptr));
    SHOW(cudaSetDevice(0));
    SHOW(cudaSetDevice(100));
    SHOW(cudaSetDevice(-1));
    SHOW(cudaGetDevice(&device));
    VALUE(device);
    SHOW(cudaGetDeviceProperties(&properties, 100));
    SHOW(cudaGetDeviceProperties(nullptr, 0));
    SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
    VALUE(value);
    SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 100));
    SHOW(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(100000), 0));
    SHOW(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
    SHOW(cudaDeviceCanAccessPeer(&value, 0, 0));
    VALUE(value);
    SHOW(cudaDeviceCanAccessPeer(&value, 0, 100));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    VALUE(bytes);
    SHOW(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize));
    VALUE(bytes);
    SHOW(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
    VALUE(bytes);
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    SHOW(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    VALUE(bytes);
    SHOW(cudaDeviceGetLimit(&bytes, static_cast<cudaLimit>(100)));
    SHOW(cudaDeviceSetLimit(static_cast<cudaLimit>(100), 1));
    cudaFuncCache cache = cudaFuncCachePreferL1;
    SHOW(cudaDeviceGetCacheConfig(&cache));
    VALUE(cache);
    SHOW(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    SHOW(cudaDeviceGetCacheConfig(&cache));
    VALUE(cache);
    SHOW(cudaDeviceGetPCIBusId(text, sizeof text, 0));
    VALUE(std::strlen(text));
    SHOW(cudaDeviceGetByPCIBusId(&device, text));
    VALUE(device);
    SHOW(cudaDeviceGetByPCIBusId(&device, "ffff:ff:1f.0"));
    SHOW(cudaRuntimeGetVersion(&value));
    VALUE(value / 1000);
    SHOW(cudaDriverGetVersion(&value));
    VALUE(value / 1000);
    SHOW(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    SHOW(cudaSetDeviceFlags(0x4000));
    unsigned flags = 0;
    SHOW(cudaGetDeviceFlags(&flags));
    VALUE(flags);
    SHOW(cudaInitDevice(0, 0, 0));
    SHOW(cudaChooseDevice(&device, &properties));
    VALUE(device);
    SHOW(cudaProfilerStart());
    SHOW(cudaProfilerStop());
    SHOW(cudaCtxResetPersistingL2Cache());
    std::size_t free_bytes = 0;
    std::size_t all_bytes = 0;
    SHOW(cudaMemGetInfo(&free_bytes, &all_bytes));
    VALUE(free_bytes > 0 && free_bytes <= all_bytes);
}

void functions() {
    cudaFuncAttributes attributes = {};
    SHOW(cudaFuncGetAttributes(&attributes, kernel));
    VALUE(attributes.sharedSizeBytes);
    VALUE(attributes.constSizeBytes);
    VALUE(attributes.localSizeBytes);
    VALUE(attributes.maxThreadsPerBlock);
    VALUE(attributes.cacheModeCA);
    VALUE(attributes.maxDynamicSharedSizeBytes);
    VALUE(attributes.preferredShmemCarveout);
    VALUE(attributes.clusterDimMustBeSet);
    VALUE(attributes.requiredClusterWidth);
    VALUE(attributes.clusterSchedulingPolicyPreference);
    VALUE(attributes.nonPortableClusterSizeAllowed);
    SHOW(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(&not_a_kernel)));
    SHOW(cudaFuncGetAttributes(&attributes, static_cast<const void*>(nullptr)));
    SHOW(cudaFuncSetAttribute(reinterpret_cast<const void*>(&not_a_kernel),
                              cudaFuncAttributePreferredSharedMemoryCarveout, 1));
    SHOW(cudaFuncSetCacheConfig(reinterpret_cast<const void*>(&not_a_kernel), cudaFuncCachePreferL1));
    const char* name = nullptr;
    SHOW(cudaFuncGetName(&name, reinterpret_cast<const void*>(kernel)));
    std::printf("%s\n", name);
    std::size_t offset = 0;
    std::size_t size = 0;
    SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void*>(kernel), 1, &offset, &size));
    VALUE(offset);
    VALUE(size);
    SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void*>(kernel), 3, &offset, &size));
    int blocks = -1;
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0));
    VALUE(blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0));
    VALUE(blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 0, 0));
    VALUE(blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 64, 1 << 20));
    VALUE(blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 64, 47 * 1024));
    VALUE(blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, not_a_kernel, 64, 0));
    int grid = -1;
    int block = -1;
    SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel));
    VALUE(block);
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&offset, kernel, 2, 128));
    VALUE(offset);
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&offset, kernel, 16, 128));
    VALUE(offset);
}

void errors() {
    std::printf("%s / %s\n", cudaGetErrorName(static_cast<cudaError_t>(12345)),
                cudaGetErrorString(static_cast<cudaError_t>(12345)));
    std::printf("%s / %s\n", cudaGetErrorName(cudaErrorIllegalAddress),
                cudaGetErrorString(cudaErrorIllegalAddress));
    cudaSetDevice(100);
    VALUE(cudaPeekAtLastError());
    VALUE(cudaPeekAtLastError());
    int device = 0;
    VALUE(cudaGetDevice(&device));
    VALUE(cudaGetLastError());
    VALUE(cudaGetLastError());
    VALUE(cudaEventQuery(nullptr));
    VALUE(cudaGetLastError());
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    streams();
    events();
    devices();
    functions();
    errors();
    return 0;
}
