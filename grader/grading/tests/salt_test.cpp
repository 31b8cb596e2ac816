// The salting of inputs by a runner equals the salting that the labs' checks assume.

#include "kernelsmith/salt.h"

#include <array>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <string>
#include <sys/mman.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "base/descriptor.h"
#include "base/files.h"
#include "grading/runner_client/runner_client.h"
#include "grading/verify/case_run.h"
#include "grading/verify/guard_bands.h"
#include "testing/bench.h"

namespace {

using kernelsmith::Buffer;
using kernelsmith::Layout;
using kernelsmith::Role;
using kernelsmith::Salt;
using kernelsmith::Sizes;

constexpr std::uint64_t salting_key = 0x1234567890abcdefULL;

const grader::Backend& salting_backend(const std::string& name) {
    static std::map<std::string, std::unique_ptr<grader::Backend>> known;
    std::unique_ptr<grader::Backend>& backend = known[name];
    if (backend == nullptr) backend = grader::make_backend(name, bench::places());
    return *backend;
}

/// Inputs with elements of all sizes, at addresses of all alignments.
Layout salted_layout() {
    constexpr Salt all = Salt::of_each<std::uint8_t>(0xff);
    constexpr Salt of_float = Salt::of_each<float>(kernelsmith::low_mantissa_bits);
    Layout layout;
    layout.buffers = {{"bytes", Role::in, 1, {4099}, 0, 0, 1, all},
                      {"odd bytes", Role::in, 1, {4099}, 8, 13, 1, all},
                      {"a few", Role::in, 1, {5}, 16, 6, 1, all},
                      {"none", Role::in, 4, {0}, 24, 0, 1, all},
                      {"shorts", Role::inout, 2, {1001}, 32, 2, 1, {{0xff, 0xff00, 0x80, 1}}},
                      {"floats", Role::in, 4, {1001}, 40, 4, 1, of_float},
                      {"doubles", Role::in, 8, {777}, 48, 8, 1, all},
                      {"atoms", Role::in, 16, {333}, 56, 0, 1, {{1, 0xff, 1, 0xff0000}}},
                      {"one", Role::in, 4, {1}, 64, 0, 1, of_float},
                      {"fixed", Role::in, 4, {100}, 72, 0, 1}};
    layout.args.resize(80);
    return layout;
}

template <typename T> std::vector<std::uint8_t> salted_by_host(const Buffer& buffer, std::size_t number,
                                                               const std::vector<std::uint8_t>& bytes,
                                                               std::uint64_t key) {
    const kernelsmith::Draw draw{.sizes = {}, .key = key};
    std::vector<std::uint8_t> result(bytes);
    for (std::size_t i = 0; i < buffer.count(); ++i) {
        T element;
        std::memcpy(&element, &bytes[i * sizeof(T)], sizeof(T));
        element = draw.salted(buffer.salt, number, i, element);
        std::memcpy(&result[i * sizeof(T)], &element, sizeof(T));
    }
    return result;
}

std::vector<std::uint8_t> salted_by_host(const Buffer& buffer, std::size_t number,
                                         const std::vector<std::uint8_t>& bytes, std::uint64_t key) {
    switch (buffer.element_bytes) {
        case 1: return salted_by_host<std::uint8_t>(buffer, number, bytes, key);
        case 2: return salted_by_host<std::uint16_t>(buffer, number, bytes, key);
        case 4: return salted_by_host<float>(buffer, number, bytes, key);
        case 8: return salted_by_host<double>(buffer, number, bytes, key);
        default: return salted_by_host<std::array<double, 2>>(buffer, number, bytes, key);
    }
}

/// Returns the contents of all buffers of @p layout.
std::vector<std::vector<std::uint8_t>> all_contents(grader::RunnerClient& runner, const Layout& layout) {
    std::vector<std::vector<std::uint8_t>> contents;
    for (std::size_t i = 0; i < layout.buffers.size(); ++i) contents.push_back(runner.fetch(i));
    return contents;
}

} // namespace

TEST_CASE("a runner salts its inputs as the host does and nothing else", "[salt]") {
    const std::string device = GENERATE("host", "sim");
    CAPTURE(device);
    const grader::Backend& backend = salting_backend(device);
    const Layout layout = salted_layout();

    std::vector<std::uint8_t> pool;
    std::vector<grader::Window> windows;
    for (std::size_t i = 0; i < layout.buffers.size(); ++i) {
        windows.push_back({i, pool.size()});
        for (std::size_t byte = 0; byte < layout.buffers[i].bytes(); ++byte)
            pool.push_back(static_cast<std::uint8_t>(kernelsmith::random_bits(i, byte)));
    }
    const grader::Descriptor memory(::memfd_create("inputs", MFD_CLOEXEC));
    REQUIRE(grader::write_all(memory, {reinterpret_cast<const char*>(pool.data()), pool.size()}));

    grader::RunnerClient runner(backend.runner(), backend.limits({bench::lab().manifest.limits}),
                                {memory.get(), pool.size()});
    (void)runner.hello();
    runner.pool();
    std::vector<std::uint64_t> guards(layout.buffers.size());
    for (std::size_t i = 0; i < guards.size(); ++i) guards[i] = kernelsmith::random_bits(99, i);
    runner.allocate(layout, guards);

    runner.prepare({0, windows, false});
    const std::vector<std::vector<std::uint8_t>> plain = all_contents(runner, layout);
    for (std::size_t i = 0; i < plain.size(); ++i)
        CHECK(std::memcmp(plain[i].data(), &pool[windows[i].from], plain[i].size()) == 0);

    std::vector<std::vector<std::uint8_t>> before = plain;
    for (const std::uint64_t key : {salting_key, salting_key + 1000}) {
        for (grader::Window& window : windows) {
            window.salt = layout.buffers[window.buffer].salt;
            window.key = kernelsmith::key_of_input(key, window.buffer);
        }
        runner.prepare({0, windows, false});
        const std::vector<std::vector<std::uint8_t>> salted = all_contents(runner, layout);
        for (std::size_t i = 0; i < salted.size(); ++i) {
            const Buffer& buffer = layout.buffers[i];
            CAPTURE(key, buffer.name);
            CHECK(salted[i] == salted_by_host(buffer, i, plain[i], key));
            CHECK((salted[i] != before[i]) == (buffer.salt.any() && buffer.count() > 0));
        }
        before = salted;
    }
    CHECK(grader::guard_damage(runner, layout, guards).empty());
}

TEST_CASE("no two calls of a timed run have the same inputs", "[salt]") {
    // Two windows of a pool have the same elements, shifted by one position; with different keys they have
    // none in common.
    const kernelsmith::Problem& problem = bench::problem();
    const Layout layout = problem.layout({{"n", 1000}});
    const grader::Pool pool(problem, layout, {{{"n", 1000}}, 42, 0, salting_key});
    grader::RunnerClient runner(bench::backend().runner(),
                                bench::backend().limits({bench::lab().manifest.limits}),
                                {pool.descriptor(), pool.bytes()});
    runner.pool();
    runner.allocate(layout, {1, 2});
    std::vector<std::vector<float>> inputs;
    for (const std::uint64_t window : {7, 8}) {
        runner.prepare({0, pool.at(window, salting_key + window), false});
        const std::vector<std::uint8_t> bytes = runner.fetch(0);
        inputs.emplace_back(1000);
        std::memcpy(inputs.back().data(), bytes.data(), bytes.size());
    }
    for (std::size_t i = 1; i < 1000; ++i) CHECK(inputs[0][i] != inputs[1][i - 1]);
}
