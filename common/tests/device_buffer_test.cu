#include "kernelsmith/device_buffer.h"

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "gpu.h"

using kernelsmith::CudaError;
using kernelsmith::DeviceBuffer;

namespace {

__global__ void add_one(float* data, std::size_t count) {
    const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] += 1.0f;
}

template <typename Host>
concept Uploads = requires(DeviceBuffer<float>& device, const Host& host) {
    device.copy_from(host);
};

template <typename Host>
concept Downloads = requires(const DeviceBuffer<float>& device, Host& host) {
    device.copy_to(host);
};

} // namespace

TEST_CASE("a device buffer moves and does not copy", "[device_buffer]") {
    using Buffer = DeviceBuffer<float>;
    STATIC_CHECK_FALSE(std::is_copy_constructible_v<Buffer>);
    STATIC_CHECK_FALSE(std::is_copy_assignable_v<Buffer>);
    STATIC_CHECK(std::is_nothrow_move_constructible_v<Buffer>);
    STATIC_CHECK(std::is_nothrow_move_assignable_v<Buffer>);
    STATIC_CHECK(std::is_nothrow_destructible_v<Buffer>);
}

TEST_CASE("a device buffer converts neither sizes nor elements nor itself", "[device_buffer]") {
    STATIC_CHECK_FALSE(std::is_convertible_v<std::size_t, DeviceBuffer<float>>);
    STATIC_CHECK_FALSE(std::is_convertible_v<DeviceBuffer<float>, float*>);
    STATIC_CHECK(Uploads<std::vector<float>>);
    STATIC_CHECK_FALSE(Uploads<std::vector<double>>);
    STATIC_CHECK_FALSE(Uploads<std::vector<int>>);
    STATIC_CHECK(Downloads<std::vector<float>>);
    STATIC_CHECK_FALSE(Downloads<std::vector<double>>);
    STATIC_CHECK_FALSE(Downloads<const std::vector<float>>);
    STATIC_CHECK(std::is_same_v<decltype(std::declval<const DeviceBuffer<float>&>().data()), const float*>);
}

TEST_CASE("an empty device buffer owns nothing", "[device_buffer]") {
    DeviceBuffer<float> none;
    DeviceBuffer<float> zero(0);
    CHECK(none.size() == 0);
    CHECK(none.data() == nullptr);
    CHECK(zero.size() == 0);
    CHECK(zero.data() == nullptr);
}

TEST_CASE("a device buffer refuses a host array of another size", "[device_buffer]") {
    DeviceBuffer<float> device;
    std::vector<float> host(3);
    CHECK_THROWS_AS(device.copy_from(host), std::invalid_argument);
    CHECK_THROWS_AS(device.copy_to(host), std::invalid_argument);
}

TEST_CASE("a device buffer that cannot be allocated throws", "[device_buffer]") {
    CHECK_THROWS_AS(DeviceBuffer<float>(std::size_t{1} << 60), CudaError);
}

TEST_CASE("a device buffer copies data to the GPU and back", "[device_buffer]") {
    require_gpu();
    std::vector<float> host(1000);
    std::iota(host.begin(), host.end(), 0.0f);
    DeviceBuffer<float> device(host.size());
    CHECK(device.size() == 1000);
    REQUIRE(device.data() != nullptr);

    device.copy_from(host);
    add_one<<<4, 256>>>(device.data(), device.size());
    CUDA_CHECK_LAUNCH();
    std::vector<float> back(1000);
    std::as_const(device).copy_to(back);

    std::vector<float> expected(1000);
    std::iota(expected.begin(), expected.end(), 1.0f);
    CHECK(back == expected);

    CHECK_THROWS_AS(device.copy_from(std::span(host).first(999)), std::invalid_argument);
    CHECK_THROWS_AS(device.copy_to(std::span(back).first(999)), std::invalid_argument);
}

TEST_CASE("an empty device buffer copies nothing without an error", "[device_buffer]") {
    require_gpu();
    DeviceBuffer<std::uint8_t> device;
    CHECK_NOTHROW(device.copy_from({}));
    CHECK_NOTHROW(device.copy_to({}));
}

TEST_CASE("moving a device buffer hands the memory over", "[device_buffer]") {
    require_gpu();
    const std::vector<int> host{3, 1, 4, 1, 5};
    DeviceBuffer<int> first(host.size());
    first.copy_from(host);
    const int* address = first.data();

    DeviceBuffer<int> second(std::move(first));
    CHECK(first.size() == 0);
    CHECK(first.data() == nullptr);
    CHECK(second.size() == 5);
    CHECK(second.data() == address);

    DeviceBuffer<int> third(7);
    third = std::move(second);
    CHECK(second.size() == 0);
    CHECK(second.data() == nullptr);
    CHECK(third.data() == address);
    std::vector<int> back(5);
    third.copy_to(back);
    CHECK(back == host);
}

TEST_CASE("a device buffer frees its memory on destruction and on assignment", "[device_buffer]") {
    require_gpu();
    // More than the driver caches for small allocations, so that a freed address becomes unknown to it at
    // once.
    constexpr std::size_t size = std::size_t{64} << 20;
    const auto is_allocated = [](const void* address) {
        cudaPointerAttributes attributes{};
        CUDA_CHECK(cudaPointerGetAttributes(&attributes, address));
        return attributes.type == cudaMemoryTypeDevice;
    };
    const void* first = nullptr;
    const void* second = nullptr;
    {
        DeviceBuffer<std::uint8_t> device(size);
        first = device.data();
        CHECK(is_allocated(first));

        device = DeviceBuffer<std::uint8_t>(size);
        second = device.data();
        CHECK_FALSE(is_allocated(first));
        CHECK(is_allocated(second));
    }
    CHECK_FALSE(is_allocated(second));
}
