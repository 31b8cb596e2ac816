#include "runtime/launch.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "gpu/device.h"
#include "gpu/occupancy.h"
#include "loading/registry.h"
#include "machine/launch.h"
#include "runtime/properties.h"

namespace {

using simulator::Device;
using simulator::Kernel;
using simulator::KernelResources;
using namespace simulator::runtime;

const Device device = simulator::device_named("h200");

cudaError_t answer_to(dim3 grid, dim3 block, std::size_t shared = 0, KernelResources kernel = {}) {
    return check_launch(device, kernel, 48 * 1024 - kernel.static_shared, {grid, block, shared});
}

TEST_CASE("launches are accepted and rejected by the limits of an H200", "[runtime]") {
    CHECK(answer_to(1, 1) == cudaSuccess);
    CHECK(answer_to(1, 1024) == cudaSuccess);
    CHECK(answer_to(0x7fffffff, 1) == cudaSuccess);
    CHECK(answer_to({1, 65535, 65535}, {1, 1, 64}) == cudaSuccess);
    for (const dim3 grid : {dim3(0), dim3(0x80000000U), dim3(1, 0), dim3(1, 65536), dim3(1, 1, 65536)}) {
        CAPTURE(grid.x, grid.y, grid.z);
        CHECK(answer_to(grid, 1) == cudaErrorInvalidValue);
    }
    for (const dim3 block : {dim3(0), dim3(1025), dim3(1, 1025), dim3(1, 1, 65), dim3(32, 32, 2)}) {
        CAPTURE(block.x, block.y, block.z);
        CHECK(answer_to(1, block) == cudaErrorInvalidValue);
    }
    CHECK(answer_to(1, 1, 48 * 1024) == cudaSuccess);
    CHECK(answer_to(1, 1, 48 * 1024 + 1) == cudaErrorInvalidValue);
    CHECK(answer_to(1, 1, std::size_t{1} << 33) == cudaErrorInvalidValue);
}

TEST_CASE("launch bounds and registers limit the block", "[runtime]") {
    KernelResources kernel;
    kernel.max_threads = 256;
    CHECK(answer_to(1, 256, 0, kernel) == cudaSuccess);
    CHECK(answer_to(1, 257, 0, kernel) == cudaErrorInvalidValue);

    kernel.max_threads = 1024;
    kernel.registers = 65;
    CHECK(answer_to(1, 1024, 0, kernel) == cudaSuccess); // the registers are unknown
    kernel.registers_known = true;
    CHECK(answer_to(1, 1024, 0, kernel) == cudaErrorLaunchOutOfResources);
    kernel.registers = 64;
    CHECK(answer_to(1, 1024, 0, kernel) == cudaSuccess);
}

TEST_CASE("the dynamic shared memory limit is 48 KiB less static memory unless a larger one is requested",
          "[runtime]") {
    KernelHandle kernel;
    KernelResources resources;
    resources.static_shared = 128;
    CHECK(dynamic_shared_limit(device, kernel, resources) == 49024);
    kernel.dynamic_shared = 100'000;
    CHECK(dynamic_shared_limit(device, kernel, resources) == 100'000);
}

TEST_CASE("a kernel is traced by a part of its mangled name", "[runtime]") {
    CHECK(simulator::is_traced("_Z5scalePf", "scale"));
    CHECK_FALSE(simulator::is_traced("_Z5scalePf", "scan"));
    CHECK_FALSE(simulator::is_traced("_Z5scalePf", ""));
}

TEST_CASE("properties and attributes describe the modelled GPU alike", "[runtime]") {
    const cudaDeviceProp properties = properties_of(device);
    CHECK(properties.multiProcessorCount == 132);
    CHECK(properties.major == 9);
    CHECK(properties.warpSize == 32);
    CHECK(properties.sharedMemPerBlockOptin == 232448);
    CHECK(properties.maxGridSize[1] == 65535);
    CHECK(properties.totalGlobalMem == device.memory_bytes);
    CHECK(attribute_of(device, cudaDevAttrMultiProcessorCount) == 132);
    CHECK(attribute_of(device, cudaDevAttrMaxThreadsPerBlock) == properties.maxThreadsPerBlock);
    CHECK_FALSE(attribute_of(device, cudaDevAttrMax).has_value());
    CHECK(properties_of(simulator::device_named("t4")).multiProcessorCount == 40);
}

} // namespace
