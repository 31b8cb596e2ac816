#include "grading/measure/pool.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "kernelsmith/random.h"

namespace {

using grader::Pool;
using kernelsmith::Buffer;
using kernelsmith::Comparison;
using kernelsmith::Draw;
using kernelsmith::Layout;
using kernelsmith::Observed;
using kernelsmith::Role;

constexpr kernelsmith::Salt salt = kernelsmith::Salt::of_each<std::uint64_t>(0xff00);

/// Two inputs of different element sizes and steps, one input that never moves, and an output.
class ThreeInputs final : public kernelsmith::Problem {
public:
    [[nodiscard]] Layout layout(const kernelsmith::Sizes& sizes) const override {
        const auto n = static_cast<std::size_t>(sizes.at("n"));
        Layout layout;
        layout.buffers.push_back({"bytes", Role::in, 1, {n}, 0, 0, 64});
        layout.buffers.push_back({"out", Role::out, 4, {n}, 0, 0, 1});
        layout.buffers.push_back({"words", Role::inout, 8, {n, 3}, 0, 0, 3, salt});
        layout.buffers.push_back({"table", Role::in, 4, {5}, 0, 0, 0});
        return layout;
    }

    void generate(const Draw& draw, std::size_t buffer, std::size_t first,
                  std::span<std::byte> out) const override {
        const std::size_t size = buffer == 0 ? 1 : buffer == 2 ? 8 : 4;
        for (std::size_t i = 0; i < out.size() / size; ++i) {
            const std::uint64_t value = kernelsmith::random_bits(draw.seed + buffer, first + i);
            std::memcpy(out.data() + i * size, &value, size);
        }
    }

    [[nodiscard]] std::vector<Comparison> check(const Draw&, std::span<const Observed>) const override {
        return {};
    }
};

std::vector<std::byte> contents(const Pool& pool) {
    std::vector<std::byte> bytes(pool.bytes());
    REQUIRE(::pread(pool.descriptor(), bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
    return bytes;
}

} // namespace

TEST_CASE("every window of the pool is a range of the infinite sequence", "[pool]") {
    const ThreeInputs problem;
    const Draw draw{{{"n", 1000}}, 42, 0};
    const Layout layout = problem.layout(draw.sizes);
    const Pool pool(problem, layout, draw);
    const std::vector<std::byte> bytes = contents(pool);
    CHECK(pool.bytes() == Pool::bytes_for(layout));

    for (const std::uint64_t window :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2047}, Pool::windows - 1}) {
        const std::vector<grader::Window> windows = pool.at(window, 0);
        REQUIRE(windows.size() == 3);
        for (const grader::Window& place : windows) {
            CAPTURE(window, place.buffer, place.from);
            const Buffer& buffer = layout.buffers[place.buffer];
            REQUIRE(place.from + buffer.bytes() <= pool.bytes());
            std::vector<std::byte> expected(buffer.bytes());
            problem.generate(draw, place.buffer, window * buffer.window_step, expected);
            CHECK(std::memcmp(bytes.data() + place.from, expected.data(), expected.size()) == 0);
        }
    }
    CHECK(pool.at(5, 0)[2].from == pool.at(6, 0)[2].from);
    CHECK(pool.at(5, 0)[1].from != pool.at(6, 0)[1].from);
}

TEST_CASE("a repeat's key reaches the inputs that may be salted", "[pool]") {
    const ThreeInputs problem;
    const Draw draw{{{"n", 100}}, 42, 0};
    const Pool pool(problem, problem.layout(draw.sizes), draw);
    const std::vector<grader::Window> windows = pool.at(5, 1000);
    CHECK_FALSE(windows[0].salt.any());
    CHECK(windows[1].salt.any());
    CHECK(windows[1].key == kernelsmith::key_of_input(1000, 2));
    CHECK(windows[1].key != windows[0].key);
    CHECK_FALSE(pool.at(5, 0)[1].salt.any());
    CHECK(pool.at(5, 0)[1].from == windows[1].from);
}

TEST_CASE("a pool that is larger than one thread's share is the same", "[pool]") {
    const ThreeInputs problem;
    const Draw draw{{{"n", 1'500'000}}, 42, 0};
    const Layout layout = problem.layout(draw.sizes);
    const Pool pool(problem, layout, draw);
    const std::vector<std::byte> bytes = contents(pool);
    std::vector<std::byte> expected(layout.buffers[2].bytes());
    problem.generate(draw, 2, 0, expected);
    CHECK(std::memcmp(bytes.data() + pool.at(0, 0)[1].from, expected.data(), expected.size()) == 0);
}

TEST_CASE("a pool cannot be changed after its creation", "[pool]") {
    const ThreeInputs problem;
    const Draw draw{{{"n", 10}}, 1, 0};
    const Pool pool(problem, problem.layout(draw.sizes), draw);
    const std::vector<std::byte> before = contents(pool);
    CHECK(::pwrite(pool.descriptor(), "x", 1, 0) == -1);
    CHECK(::ftruncate(pool.descriptor(), 0) == -1);
    CHECK(::ftruncate(pool.descriptor(), 1 << 24) == -1);
    CHECK(::mmap(nullptr, pool.bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, pool.descriptor(), 0) ==
          MAP_FAILED);
    CHECK(contents(pool) == before);
}

TEST_CASE("a pool without inputs, or of nothing, is a pool", "[pool]") {
    const ThreeInputs problem;
    Layout layout = problem.layout({{"n", 0}});
    CHECK(Pool(problem, layout, {{{"n", 0}}, 1, 0}).at(7, 0).size() == 3);
    layout.buffers.resize(2);
    layout.buffers.erase(layout.buffers.begin());
    const Pool none(problem, layout, {{{"n", 0}}, 1, 0});
    CHECK(none.at(7, 0).empty());
    CHECK(none.bytes() > 0);
}
