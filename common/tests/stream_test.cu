#include "kernelsmith/stream.h"

#include <catch2/catch_test_macros.hpp>

#include <type_traits>
#include <utility>
#include <vector>

#include "gpu.h"
#include "kernelsmith/device_buffer.h"

using kernelsmith::DeviceBuffer;
using kernelsmith::Stream;

namespace {

__global__ void double_all(int* data, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) data[i] *= 2;
}

} // namespace

TEST_CASE("a stream can be moved but neither copied nor implicitly converted to its handle", "[stream]") {
    STATIC_CHECK_FALSE(std::is_copy_constructible_v<Stream>);
    STATIC_CHECK_FALSE(std::is_copy_assignable_v<Stream>);
    STATIC_CHECK(std::is_nothrow_move_constructible_v<Stream>);
    STATIC_CHECK(std::is_nothrow_move_assignable_v<Stream>);
    STATIC_CHECK_FALSE(std::is_convertible_v<Stream, cudaStream_t>);
}

TEST_CASE("a stream runs its work in order after an upload in the default stream", "[stream]") {
    require_gpu();
    constexpr int count = 1 << 20;
    std::vector<int> host(count, 1);
    DeviceBuffer<int> device(host.size());
    device.copy_from(host);

    Stream stream;
    for (int i = 0; i < 5; ++i) {
        double_all<<<count / 256, 256, 0, stream.get()>>>(device.data(), count);
        CUDA_CHECK_LAUNCH();
    }
    stream.synchronize();
    CHECK(cudaStreamQuery(stream.get()) == cudaSuccess);
    device.copy_to(host);
    CHECK(host == std::vector<int>(count, 32));
}

TEST_CASE("moving a stream hands the handle over", "[stream]") {
    require_gpu();
    Stream first;
    Stream other;
    const cudaStream_t handle = first.get();
    CHECK(handle != nullptr);
    CHECK(handle != other.get());

    other = std::move(first);
    CHECK(first.get() == nullptr);
    CHECK(other.get() == handle);
    CHECK_NOTHROW(other.synchronize());
}
