#include "kernelsmith/first_difference.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <vector>

#include "gpu.h"

using kernelsmith::DeviceBuffer;
using kernelsmith::first_difference;

TEST_CASE("the first differing index is found among many threads", "[first_difference]") {
    require_gpu();
    const int count = GENERATE(1, 255, 256, 257, 600000); // the last one exceeds the number of threads
    std::vector<int> numbers(count);
    for (int i = 0; i < count; ++i) numbers[i] = 3 * i;
    DeviceBuffer<int> expected(count);
    expected.copy_from(numbers);
    DeviceBuffer<int> got(count);
    got.copy_from(numbers);
    CHECK(first_difference(got.data(), expected.data(), count) == -1);

    numbers[count - 1] = -1;
    got.copy_from(numbers);
    CHECK(first_difference(got.data(), expected.data(), count) == count - 1);
    CHECK(first_difference(got.data(), expected.data(), count - 1) == -1);
    numbers[count / 2] = -1;
    got.copy_from(numbers);
    CHECK(first_difference(got.data(), expected.data(), count) == count / 2);
}

TEST_CASE("two empty arrays have no difference", "[first_difference]") {
    require_gpu();
    CHECK(first_difference<int>(nullptr, nullptr, 0) == -1);
}
