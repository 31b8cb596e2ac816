#include "kernelsmith/problem.h"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace kernelsmith;

namespace {

struct Args {
    const float* in;
    std::int32_t count;
    float factor;
};

class Scale : public Problem {
public:
    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const auto count = static_cast<std::size_t>(sizes.at("count"));
        return {.buffers = {{.name = "in", .shape = {count}, .pointer_offset = offsetof(Args, in)}},
                .args = to_bytes(Args{nullptr, static_cast<std::int32_t>(count), 2.5f}),
                .work = {}};
    }
    void generate(const Draw&, std::size_t, std::size_t, std::span<std::byte>) const override {}
    [[nodiscard]] std::vector<Comparison> check(const Draw&, std::span<const Observed>) const override {
        return {};
    }
};

using Visits = std::vector<std::pair<std::size_t, float>>;

Visits visits(const Observed& observed) {
    Visits seen;
    observed.for_each<float>([&](std::size_t index, float value) { seen.emplace_back(index, value); });
    return seen;
}

} // namespace

KERNELSMITH_PROBLEM(Scale)

TEST_CASE("a buffer's size is the product of its extents", "[problem]") {
    CHECK(Buffer{.name = "image", .element_bytes = 8, .shape = {3, 5, 7}}.count() == 105);
    CHECK(Buffer{.name = "image", .element_bytes = 8, .shape = {3, 5, 7}}.bytes() == 840);
    CHECK(Buffer{.name = "none", .shape = {3, 0}}.count() == 0);
    CHECK(Buffer{.name = "scalar"}.bytes() == 4);
}

TEST_CASE("a draw returns its sizes by name and throws for an unknown one", "[problem]") {
    const Draw draw{.sizes = {{"width", 512}, {"height", 33}}};
    CHECK(draw.size("height") == 33);
    CHECK_THROWS_AS(draw.size("depth"), std::out_of_range);
}

TEST_CASE("sizes are described by name, and codes in words", "[problem]") {
    CHECK(Scale().describe({{"n", 3}}) == "n 3");
    CHECK(Scale().describe({{"width", 512}, {"height", 33}}) == "height 33, width 512");
    const kernelsmith::Sizes sizes = {{"count", 5}, {"gain", 1300}, {"signs", 1}};
    CHECK(kernelsmith::in_words(sizes, {{"gain", "gain -1.3"}, {"signs", ""}}) == "count 5, gain -1.3");
    CHECK(kernelsmith::in_words(sizes, {{"count", ""}, {"gain", ""}}) == "signs 1");
    CHECK(kernelsmith::format_thousandths(1300) == "1.3");
    CHECK(kernelsmith::format_thousandths(10'250) == "10.25");
    CHECK(kernelsmith::format_thousandths(7) == "0.007");
    CHECK(kernelsmith::format_thousandths(2000) == "2");
}

TEST_CASE("for_each visits a whole output in order", "[problem]") {
    const std::array<float, 3> values{1.5f, -2.0f, 8.0f};
    CHECK(visits({.data = std::as_bytes(std::span(values))}) == Visits{{0, 1.5f}, {1, -2.0f}, {2, 8.0f}});
    CHECK(visits({}).empty());
}

TEST_CASE("for_each visits the sampled elements of an output", "[problem]") {
    const std::array<float, 2> values{1.5f, -2.0f};
    CHECK(visits({.indices = {900, 17}, .data = std::as_bytes(std::span(values))}) ==
          Visits{{900, 1.5f}, {17, -2.0f}});
}

TEST_CASE("for_each reads elements that are not aligned", "[problem]") {
    std::array<std::byte, 9> bytes{};
    const std::array<float, 2> values{1.5f, -2.0f};
    std::memcpy(bytes.data() + 1, values.data(), sizeof(values));
    CHECK(visits({.data = std::span(bytes).subspan(1)}) == Visits{{0, 1.5f}, {1, -2.0f}});
}

TEST_CASE("for_each refuses bytes that would leave an element unchecked", "[problem]") {
    const std::array<std::byte, 9> bytes{};
    CHECK_THROWS_AS(visits({.data = bytes}), std::invalid_argument);
    CHECK_THROWS_AS(visits({.indices = {1, 2, 3}, .data = std::span(bytes).first(8)}), std::invalid_argument);
}

TEST_CASE("to_bytes copies the args struct byte for byte", "[problem]") {
    const std::vector<std::byte> bytes = to_bytes(Args{nullptr, 7, 0.5f});
    REQUIRE(bytes.size() == sizeof(Args));
    Args args;
    std::memcpy(&args, bytes.data(), sizeof(args));
    CHECK(args.in == nullptr);
    CHECK(args.count == 7);
    CHECK(args.factor == 0.5f);
}

TEST_CASE("KERNELSMITH_PROBLEM exports one problem, the same at every call", "[problem]") {
    const Problem* problem = kernelsmith_problem();
    REQUIRE(problem != nullptr);
    CHECK(problem == kernelsmith_problem());
    const Layout layout = problem->layout({{"count", 12}});
    REQUIRE(layout.buffers.size() == 1);
    CHECK(layout.buffers[0].bytes() == 48);
}
