// Managed memory: queries and advice for a range, and their results.

#include "show.h"

#include <cstddef>

namespace {

__managed__ int shared_with_host[4] = {1, 2, 3, 4};

const cudaMemLocation gpu = {cudaMemLocationTypeDevice, 0};
const cudaMemLocation host = {cudaMemLocationTypeHost, 0};
const cudaMemLocation no_gpu = {cudaMemLocationTypeDevice, 7};
const cudaMemLocation nowhere = {cudaMemLocationTypeInvalid, 0};
const cudaMemLocation node = {cudaMemLocationTypeHostNuma, 0};

int attribute_of(cudaMemRangeAttribute attribute, const void* pointer, std::size_t bytes) {
    int value = 99;
    const cudaError_t error = cudaMemRangeGetAttribute(&value, sizeof value, attribute, pointer, bytes);
    return error == cudaSuccess ? value : 1000 + static_cast<int>(error);
}

void advice(char* p, std::size_t bytes) {
    VALUE(attribute_of(cudaMemRangeAttributeReadMostly, p, bytes));
    VALUE(attribute_of(cudaMemRangeAttributePreferredLocation, p, bytes));
    VALUE(attribute_of(cudaMemRangeAttributeAccessedBy, p, bytes));
    VALUE(attribute_of(cudaMemRangeAttributeLastPrefetchLocation, p, bytes));
    VALUE(attribute_of(cudaMemRangeAttributePreferredLocationType, p, bytes));
    SHOW(cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, gpu));
    SHOW(cudaMemAdvise(p, bytes / 2, cudaMemAdviseSetPreferredLocation, host));
    SHOW(cudaMemAdvise(p, bytes, cudaMemAdviseSetAccessedBy, gpu));
    VALUE(attribute_of(cudaMemRangeAttributeReadMostly, p, bytes));
    VALUE(attribute_of(cudaMemRangeAttributePreferredLocation, p, bytes / 2));
    VALUE(attribute_of(cudaMemRangeAttributePreferredLocation, p, bytes));
    VALUE(attribute_of(cudaMemRangeAttributePreferredLocationType, p, bytes / 2));
    int who[3] = {99, 99, 99};
    SHOW(cudaMemRangeGetAttribute(who, sizeof who, cudaMemRangeAttributeAccessedBy, p, bytes));
    VALUE(who[0]);
    VALUE(who[1]);
    VALUE(who[2]);
    SHOW(cudaMemAdvise(p, bytes / 2, cudaMemAdviseUnsetReadMostly, gpu));
    VALUE(attribute_of(cudaMemRangeAttributeReadMostly, p, bytes));
    VALUE(attribute_of(cudaMemRangeAttributeReadMostly, p + bytes / 2, bytes / 2));
    SHOW(cudaMemPrefetchAsync(p, bytes, gpu, 0, nullptr));
    VALUE(attribute_of(cudaMemRangeAttributeLastPrefetchLocation, p, bytes));
    SHOW(cudaMemPrefetchAsync(p, bytes / 2, host, 0, nullptr));
    VALUE(attribute_of(cudaMemRangeAttributeLastPrefetchLocation, p, bytes / 2));
    VALUE(attribute_of(cudaMemRangeAttributeLastPrefetchLocation, p, bytes));
    int first = 99;
    int second = 99;
    void* answers[2] = {&first, &second};
    std::size_t sizes[2] = {sizeof first, sizeof second};
    cudaMemRangeAttribute asked[2] = {cudaMemRangeAttributeReadMostly,
                                      cudaMemRangeAttributePreferredLocation};
    SHOW(cudaMemRangeGetAttributes(answers, sizes, asked, 2, p, bytes / 2));
    VALUE(first);
    VALUE(second);
    SHOW(cudaMemRangeGetAttributes(answers, sizes, asked, 0, p, bytes / 2));
}

void refusals(char* p, std::size_t bytes) {
    int value = 0;
    int on_stack = 0;
    void* device = nullptr;
    SHOW(cudaMalloc(&device, 64));
    SHOW(cudaMemAdvise(device, 64, cudaMemAdviseSetReadMostly, gpu));
    SHOW(cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, no_gpu));
    SHOW(cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, nowhere));
    SHOW(cudaMemAdvise(p, bytes, cudaMemAdviseSetAccessedBy, node));
    SHOW(cudaMemAdvise(p, bytes, static_cast<cudaMemoryAdvise>(77), gpu));
    SHOW(cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, gpu));
    SHOW(cudaMemAdvise(nullptr, 64, cudaMemAdviseSetReadMostly, gpu));
    SHOW(cudaMemPrefetchAsync(p, bytes, no_gpu, 0, nullptr));
    SHOW(cudaMemPrefetchAsync(p, bytes, nowhere, 0, nullptr));
    SHOW(cudaMemPrefetchAsync(p, bytes, gpu, 1, nullptr));
    SHOW(cudaMemPrefetchAsync(p, 0, gpu, 0, nullptr));
    SHOW(cudaMemRangeGetAttribute(&value, 8, cudaMemRangeAttributeReadMostly, p, bytes));
    SHOW(cudaMemRangeGetAttribute(&value, 3, cudaMemRangeAttributeAccessedBy, p, bytes));
    SHOW(cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(77), p, bytes));
    SHOW(cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, p, bytes));
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, device, 64));
    SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, &on_stack, 4));
    SHOW(cudaFree(device));
}

void streams(char* p, std::size_t bytes) {
    cudaStream_t stream = nullptr;
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaStreamAttachMemAsync(stream, p));
    SHOW(cudaStreamAttachMemAsync(stream, p, bytes, cudaMemAttachGlobal));
    SHOW(cudaStreamAttachMemAsync(stream, p, bytes / 2, cudaMemAttachGlobal));
    SHOW(cudaStreamAttachMemAsync(nullptr, p, 0, cudaMemAttachSingle));
    SHOW(cudaStreamAttachMemAsync(stream, p, 0, 3));
    SHOW(cudaStreamDestroy(stream));
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::size_t bytes = std::size_t{8} << 20;
    char* p = nullptr;
    SHOW(cudaMallocManaged(&p, bytes));
    advice(p, bytes);
    refusals(p, bytes);
    streams(p, bytes);
    SHOW(cudaFree(p));
    SHOW(cudaMemAdvise(shared_with_host, sizeof shared_with_host, cudaMemAdviseSetReadMostly, gpu));
    SHOW(cudaMemPrefetchAsync(shared_with_host, sizeof shared_with_host, gpu, 0, nullptr));
    SHOW(cudaDeviceSynchronize());
    return 0;
}
