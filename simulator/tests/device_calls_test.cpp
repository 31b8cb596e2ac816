// Invalid calls of a program, which its library would never send: the device rejects them and continues.

#include <cuda_runtime_api.h>

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

#include "device/session.h"
#include "protocol/calls.h"
#include "protocol/launch.h"
#include "runtime/calls.h"
#include "runtime/runtime.h"
#include "runtime/work_queue.h"
#include "tests/fat_binary_images.h"
#include "tests/in_process_program.h"

namespace {

using namespace std::string_view_literals;
using simulator::protocol::CallId;
using simulator::protocol::LaunchMessage;

/// A program that claims to share pages.
class SharingProgram : public InProcessProgram {
public:
    bool share(std::uint64_t, std::uint64_t, std::size_t) override { return true; }
};

/// A device and a program that sends calls to it.
class DeviceCalls {
public:
    DeviceCalls() { simulator::runtime::Runtime::start(settings(), {.program = &program}); }
    DeviceCalls(const DeviceCalls&) = delete;
    DeviceCalls& operator=(const DeviceCalls&) = delete;
    ~DeviceCalls() { delete &simulator::runtime::Runtime::get(); }

    /// Returns the result of a call; its other results are in `given`.
    template <class... Values> cudaError_t call(CallId which, const Values&... values) {
        simulator::protocol::Writer body;
        (put(body, values), ...);
        simulator::protocol::CallHeader header{};
        header.call = static_cast<std::uint16_t>(which);
        const auto answer = simulator::device::answer_call(client, header, body.data(), &program);
        given.assign(answer.out.data().begin(), answer.out.data().end());
        return static_cast<cudaError_t>(answer.status);
    }

    template <class Value> Value first() const {
        Value value{};
        REQUIRE(given.size() >= sizeof value);
        std::memcpy(&value, given.data(), sizeof value);
        return value;
    }
    std::uint64_t allocated(CallId by, std::uint64_t bytes) {
        REQUIRE(call(by, std::uint8_t{1}, std::uint64_t{0}, bytes) == cudaSuccess);
        return first<std::uint64_t>();
    }
    cudaError_t registered(const std::string& image, std::uint32_t number = 1) {
        return call(CallId::register_image, number, reinterpret_cast<std::uint64_t>(image.data()),
                    std::uint64_t{image.size()}, ""sv);
    }

    SharingProgram program;
    simulator::device::Client client{*std::make_unique<simulator::protocol::SharedChannels>().release(), 0};
    std::vector<std::byte> given;

private:
    static simulator::runtime::Settings settings() {
        simulator::runtime::Settings settings;
        settings.cores = 1;
        settings.warp_instruction_limit = 10'000;
        return settings;
    }
    template <class Value> static void put(simulator::protocol::Writer& out, const Value& value) {
        if constexpr (std::is_same_v<Value, std::string_view>) {
            out.put_text(value);
        } else {
            out.put(value);
        }
    }
};

std::string image_of(const std::string& ptx) {
    return simulator::tests::container_image(
        {{.payload = ".version 8.0\n.target sm_80\n.address_size 64\n" + ptx}});
}

constexpr std::uint64_t host_function = 0x1000;

LaunchMessage one_thread(std::uint64_t function) {
    LaunchMessage message{};
    message.function = function;
    message.grid = message.block = {1, 1, 1};
    return message;
}

TEST_CASE("registering a host function again replaces its kernel", "[device]") {
    DeviceCalls bench;
    const std::string image = image_of(".visible .entry one() { ret; }\n.visible .entry two() { ret; }\n");
    REQUIRE(bench.registered(image) == cudaSuccess);
    REQUIRE(bench.call(CallId::register_function, 1U, host_function, "one"sv) == cudaSuccess);
    REQUIRE(bench.call(CallId::cudaGetKernel, std::uint8_t{1}, std::uint64_t{0}, host_function) ==
            cudaSuccess);
    const auto first = bench.first<std::uint64_t>();
    REQUIRE(bench.call(CallId::register_function, 1U, host_function, "two"sv) == cudaSuccess);
    CHECK(bench.call(CallId::launch_again, one_thread(first)) == cudaErrorInvalidResourceHandle);
    CHECK(bench.call(CallId::launch_again, one_thread(host_function)) == cudaSuccess);
    CHECK(bench.call(CallId::unregister_image, 1U) == cudaSuccess);
}

TEST_CASE("an image number cannot be registered again while it is in use", "[device]") {
    DeviceCalls bench;
    const std::string image = image_of("");
    CHECK(bench.registered(image) == cudaSuccess);
    CHECK(bench.registered(image) == cudaErrorInvalidValue);
    CHECK(bench.call(CallId::unregister_image, 1U) == cudaSuccess);
    CHECK(bench.registered(image) == cudaSuccess);
}

TEST_CASE("replies about ranges do not exceed their buffer", "[device]") {
    DeviceCalls bench;
    simulator::protocol::Writer attributes;
    constexpr std::uint32_t count = 1000;
    for (std::uint32_t n = 0; n < count; ++n) {
        attributes.put(cudaMemRangeAttributeAccessedBy);
        attributes.put(std::uint8_t{1});
        attributes.put(std::uint64_t{1} << 40);
    }
    attributes.put(std::array<std::uint64_t, 2>{1, 1}); // no managed memory
    std::array<std::byte, count * 13 + 16> bytes{};
    REQUIRE(attributes.data().size() == bytes.size());
    std::memcpy(bytes.data(), attributes.data().data(), bytes.size());
    CHECK(bench.call(CallId::cudaMemRangeGetAttributes, count, bytes) == cudaErrorInvalidValue);
    CHECK(bench.given.size() <= 256 * 1024);
}

TEST_CASE("a copy past the end of pinned memory is rejected", "[device]") {
    DeviceCalls bench;
    const std::uint64_t pinned = bench.allocated(CallId::cudaMallocHost, 4096);
    const std::uint64_t device = bench.allocated(CallId::cudaMalloc, 1 << 20);
    const auto copied = [&](std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
        return bench.call(CallId::cudaMemcpy, to, from, bytes, cudaMemcpyDefault);
    };
    CHECK(copied(device, pinned, 4096) == cudaSuccess);
    CHECK(copied(device, pinned, 1 << 20) == cudaErrorInvalidValue);
    CHECK(copied(pinned + 1, device, 4096) == cudaErrorInvalidValue);
}

TEST_CASE("overlapping layers are refused", "[device]") {
    DeviceCalls bench;
    const std::uint64_t device = bench.allocated(CallId::cudaMalloc, 4096);
    const auto filled = [&](std::size_t rows_of_layer, cudaExtent extent) {
        const cudaPitchedPtr all{reinterpret_cast<void*>(device), 64, 64, rows_of_layer};
        return bench.call(CallId::cudaMemset3D, all, 0, extent);
    };
    CHECK(filled(2, {64, 2, 32}) == cudaSuccess);
    CHECK(filled(0, {64, 1, std::size_t{1} << 60}) == cudaErrorInvalidValue);
    CHECK(filled(1, {64, 2, 32}) == cudaErrorInvalidValue);
}

TEST_CASE("memory with a pending asynchronous free cannot be exported to another process", "[device]") {
    DeviceCalls bench;
    const std::uint64_t device = bench.allocated(CallId::cudaMalloc, 4096);
    // Nothing is registered
    REQUIRE(bench.call(CallId::launch_again, one_thread(host_function)) != cudaSuccess);
    {
        // Hold the lock, so that the following work stays pending.
        auto& runtime = simulator::runtime::Runtime::get();
        const std::lock_guard lock(runtime.calls().mutex);
        runtime.queue().add([](auto&) { std::this_thread::sleep_for(std::chrono::milliseconds(50)); },
                            simulator::runtime::Task::Executor::device, {});
    }
    REQUIRE(bench.call(CallId::cudaFreeAsync, device, std::uint64_t{0}) == cudaSuccess);
    CHECK(bench.call(CallId::cudaIpcGetMemHandle, std::uint8_t{1}, cudaIpcMemHandle_t{}, device) ==
          cudaErrorInvalidValue);
}

TEST_CASE("registering host memory rejects the simulator's ranges and too many bytes", "[device]") {
    DeviceCalls bench;
    const auto registered = [&](std::uint64_t begin, std::uint64_t bytes) {
        return bench.call(CallId::cudaHostRegister, begin, bytes, 0U);
    };
    constexpr std::uint64_t place = std::uint64_t{1} << 40;
    CHECK(registered(place, std::uint64_t{1} << 43) == cudaErrorMemoryAllocation);
    CHECK(registered(simulator::device_range_begin + 4096, 4096) == cudaErrorInvalidValue);
    CHECK(registered(simulator::pinned_range_begin - 4096, 8192) == cudaErrorInvalidValue);
    const std::uint64_t pinned = bench.allocated(CallId::cudaMallocHost, 4096);
    CHECK(registered(pinned - 8192, 1 << 20) == cudaErrorHostMemoryAlreadyRegistered);
    // Without a file, no memory can be shared.
    CHECK(registered(place, 4096) == cudaErrorMemoryAllocation);
}

TEST_CASE("kernels whose variables exceed every GPU's memory are refused", "[device]") {
    const auto answer_to = [](const std::string& parameters, const std::string& body) {
        DeviceCalls bench;
        const std::string image = image_of(".visible .entry k(" + parameters + ") { " + body + " ret; }\n");
        REQUIRE(bench.registered(image) == cudaSuccess);
        REQUIRE(bench.call(CallId::register_function, 1U, host_function, "k"sv) == cudaSuccess);
        return bench.call(CallId::launch_again, one_thread(host_function));
    };
    CHECK(answer_to("", ".reg .b32 %r; .shared .b8 s[4096]; st.shared.b32 [s], 1;") == cudaSuccess);
    CHECK(answer_to(".param .b8 p[4294967280], .param .b8 q[64]", "") == cudaErrorInvalidPtx);
    CHECK(answer_to("", ".local .b8 a[4294967296]; st.local.b32 [a], 1;") == cudaErrorInvalidPtx);
    CHECK(answer_to("", ".shared .b8 s[4294967300]; st.shared.b32 [s], 1;") == cudaErrorInvalidPtx);
    CHECK(answer_to("", ".shared .b8 s[1000000]; st.shared.b32 [s], 1;") == cudaErrorLaunchOutOfResources);
}

TEST_CASE("a pitched texture with an extent of 2^32 texels is rejected", "[device]") {
    DeviceCalls bench;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {reinterpret_cast<void*>(bench.allocated(CallId::cudaMalloc, 4096)),
                            {32, 0, 0, 0, cudaChannelFormatKindFloat},
                            16,
                            16,
                            64};
    const auto made = [&] {
        return bench.call(CallId::cudaCreateTextureObject, std::uint8_t{1}, std::uint64_t{0}, std::uint8_t{1},
                          resource, std::uint8_t{1}, cudaTextureDesc{}, std::uint8_t{0});
    };
    CHECK(made() == cudaSuccess);
    resource.res.pitch2D.width = std::size_t{1} << 32;
    CHECK(made() == cudaErrorInvalidValue);
    resource.res.pitch2D.width = 16;
    resource.res.pitch2D.height = std::size_t{1} << 32;
    CHECK(made() == cudaErrorInvalidValue);
}

TEST_CASE("an unknown or truncated call throws a channel error", "[device]") {
    DeviceCalls bench;
    CHECK_THROWS_AS(bench.call(CallId::count), simulator::protocol::ChannelError);
    CHECK_THROWS_AS(bench.call(CallId::cudaMalloc, std::uint8_t{1}), simulator::protocol::ChannelError);
}

} // namespace
