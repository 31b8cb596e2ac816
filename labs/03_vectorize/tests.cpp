#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

/// The addresses of the images, in bytes past a 256-byte boundary.
struct Place {
    std::int64_t in;
    std::int64_t out;
};

/// Gain and offset in thousandths; `signs` encodes which of them is negative: 1 the gain, 2 the offset, 3 both.
struct Formula {
    std::int64_t gain;
    std::int64_t offset;
    std::int64_t signs;
};

constexpr Formula brighter = {1300, 10250, 0};

lab_test::Outcome run(std::int64_t count, const Place& place, const Formula& formula = brighter) {
    return lab_test::run_case({{"count", count},
                               {"in_at", place.in},
                               {"out_at", place.out},
                               {"gain", formula.gain},
                               {"offset", formula.offset},
                               {"signs", formula.signs}});
}

} // namespace

TEST_CASE("all 16 bytes of each vector are adjusted and stored in order", "[03_vectorize][task_1]") {
    const std::int64_t count = GENERATE(16, 32, 512, 4096, 4112, 12'288);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count, {0, 0});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("every byte of the tail is written and no byte past the end of the image",
          "[03_vectorize][task_2]") {
    const std::int64_t count = GENERATE(0, 1, 3, 15, 16, 17, 31, 33, 4095, 4097, 4099);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count, {0, 0});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("images with equal misalignment are right even if they end before their first boundary",
          "[03_vectorize][task_2]") {
    const std::int64_t count = GENERATE(1, 7, 16, 1000);
    const std::int64_t misalignment = GENERATE(1, 4, 8, 11, 15, 16, 37);
    CAPTURE(count, misalignment);
    const lab_test::Outcome outcome = run(count, {misalignment, misalignment});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("input and output may have different misalignments", "[03_vectorize][task_2]") {
    const Place place = GENERATE(Place{0, 1}, Place{5, 0}, Place{3, 15}, Place{4, 12}, Place{16, 8});
    CAPTURE(place.in, place.out);
    const lab_test::Outcome outcome = run(1000, place);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("rounding and clamping are exact for ties and out-of-range values and negative gains",
          "[03_vectorize][task_3]") {
    const Formula formula =
        GENERATE(Formula{1000, 0, 0}, Formula{500, 0, 0}, Formula{1200, 95'500, 2}, Formula{800, 197'500, 1},
                 Formula{0, 300'000, 0}, Formula{40'000, 1'000'000, 2}, Formula{2500, 1'000'000'000, 3},
                 Formula{1'000'000'000, 0, 0});
    CAPTURE(formula.gain, formula.offset, formula.signs);
    const lab_test::Outcome outcome = run(8192, {0, 0}, formula);
    INFO(outcome.report);
    CHECK(outcome.passed);
}
