#include "runtime/copy.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>

#include "protocol/errors.h"
#include "runtime/calls.h"
#include "runtime/memory.h"
#include "runtime/program_report.h"
#include "runtime/runtime.h"
#include "runtime/submit.h"
#include "tests/in_process_program.h"

namespace {

using simulator::Allocation;
using simulator::AllocationOrigin;
using simulator::FindingKind;
using namespace simulator::runtime;

/// A runtime with one allocation of 64 bytes.
struct CopyBench {
    InProcessCall call;
    Runtime runtime{Settings{}};
    const Allocation* allocation = runtime.memory().device.allocate(64, AllocationOrigin::device, {});
    std::array<char, 256> host{};

    [[nodiscard]] void* device(std::size_t offset = 0) const {
        return reinterpret_cast<void*>(allocation->begin + offset);
    }

    /// Returns the error of a call.
    template <class Call> static cudaError_t answer_to(Call&& call) {
        try {
            call();
        } catch (const ApiError& refusal) {
            return refusal.code();
        }
        return cudaSuccess;
    }
    cudaError_t copied(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
        return answer_to([&] {
            const std::lock_guard lock(runtime.calls().mutex);
            submit_copy(runtime, nullptr, {{to}, {from}, {bytes}, kind}, Await::yes);
        });
    }
    cudaError_t filled(Layout layout, Rows rows) {
        return answer_to([&] {
            const std::lock_guard lock(runtime.calls().mutex);
            submit_fill(runtime, nullptr, {{device(), layout}, rows});
        });
    }
    /// Returns the kind of the only finding.
    [[nodiscard]] FindingKind only() const {
        REQUIRE(runtime.report().findings.all().size() == 1);
        return runtime.report().findings.all().front().kind;
    }
};

TEST_CASE("a refused copy is reported to its caller alone and not to waiters of the stream", "[runtime]") {
    CopyBench bench;
    CHECK(bench.copied(bench.device(), bench.host.data(), 128, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    const std::lock_guard lock(bench.runtime.calls().mutex);
    CHECK(CopyBench::answer_to([&] { wait_for_stream(bench.runtime, nullptr); }) == cudaSuccess);
}

TEST_CASE("copy and fill sizes that overflow 64 bits are rejected", "[runtime]") {
    CopyBench bench;
    constexpr std::size_t too_many = (std::size_t{1} << 60) + 1;
    CHECK(bench.filled({16, 0}, {16, 4, 1}) == cudaSuccess);
    // The product modulo 2^64 would fit.
    CHECK(bench.filled({16, 0}, {16, too_many, 1}) == cudaErrorInvalidValue);
    CHECK(bench.filled({16, 16}, {16, 1, too_many}) == cudaErrorInvalidValue);
    CHECK(bench.filled({SIZE_MAX, 0}, {16, 2, 1}) == cudaErrorInvalidValue);
    CHECK(bench.filled({SIZE_MAX, SIZE_MAX}, {1, 2, 2}) == cudaErrorInvalidValue);
    CHECK(CopyBench::answer_to([] { checked_product(SIZE_MAX, 2); }) == cudaErrorInvalidValue);
    CHECK(CopyBench::answer_to([] { checked_sum(SIZE_MAX, 1); }) == cudaErrorInvalidValue);
}

TEST_CASE("a copy past the end of an allocation is reported", "[runtime]") {
    CopyBench bench;
    CHECK(bench.copied(bench.device(), bench.host.data(), SIZE_MAX, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    CHECK(bench.only() == FindingKind::out_of_bounds);
}

TEST_CASE("a copy that begins in no allocation is reported", "[runtime]") {
    CopyBench bench;
    CHECK(bench.copied(bench.host.data(), bench.device(64), 4, cudaMemcpyDefault) == cudaErrorInvalidValue);
    CHECK(bench.only() == FindingKind::out_of_bounds);
}

TEST_CASE("a copy from freed memory is reported", "[runtime]") {
    CopyBench bench;
    void* const freed = bench.device(60);
    bench.runtime.memory().device.release(bench.allocation->begin, {});
    CHECK(bench.copied(bench.host.data(), freed, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CHECK(bench.only() == FindingKind::use_after_free);
}

TEST_CASE("a host pointer instead of a device pointer is reported", "[runtime]") {
    CopyBench bench;
    CHECK(bench.copied(bench.host.data(), bench.device(), 4, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    CHECK(bench.only() == FindingKind::host_pointer);
}

TEST_CASE("copies that a GPU accepts and null pointers are not reported", "[runtime]") {
    CopyBench bench;
    CHECK(bench.copied(bench.device(), bench.device(32), 32, cudaMemcpyHostToHost) == cudaSuccess);
    CHECK(bench.copied(nullptr, bench.host.data(), 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(bench.runtime.report().findings.all().empty());
}

} // namespace
