#include "kernelsmith/random.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <bit>
#include <cstdint>
#include <vector>

#include "gpu.h"
#include "kernelsmith/device_buffer.h"

using namespace kernelsmith;

namespace {

/// The three kinds of random number for one (seed, index); the floats as bits, so that equal means bitwise
/// equal.
struct Numbers {
    std::uint64_t bits;
    std::uint32_t unit;
    std::uint32_t uniform;

    bool operator==(const Numbers&) const = default;
};

// Bounds for which a fused multiply-add rounds differently from a product and a sum.
constexpr float low = -1.3f;
constexpr float high = 1.4f;

__global__ void draw(Numbers* out, int count, std::uint64_t seed, std::uint64_t first) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    const std::uint64_t index = first + static_cast<std::uint64_t>(i);
    out[i] = {random_bits(seed, index), __float_as_uint(random_unit(seed, index)),
              __float_as_uint(random_uniform(seed, index, low, high))};
}

} // namespace

TEST_CASE("the GPU draws the same numbers as the host, to the last bit", "[random]") {
    require_gpu();
    const std::uint64_t seed = GENERATE(0ULL, 42ULL, ~0ULL);
    const std::uint64_t first = GENERATE(0ULL, (1ULL << 32) - 500, ~0ULL - 500);
    constexpr int count = 1 << 16;
    DeviceBuffer<Numbers> device(count);
    draw<<<count / 256, 256>>>(device.data(), count, seed, first);
    CUDA_CHECK_LAUNCH();
    std::vector<Numbers> drawn(count);
    device.copy_to(drawn);

    std::vector<Numbers> expected(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t index = first + i;
        expected[i] = {random_bits(seed, index), std::bit_cast<std::uint32_t>(random_unit(seed, index)),
                       std::bit_cast<std::uint32_t>(random_uniform(seed, index, low, high))};
    }
    CHECK(drawn == expected);
}
