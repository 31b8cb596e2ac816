#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>

#include <catch2/catch_test_macros.hpp>

#include "finding_messages/machine_messages.h"
#include "machine/launch.h"
#include "ptx/parser.h"

// Launches in which the host runs out of memory or an observer throws.

namespace {

// Allocations of at least this many bytes fail, on all threads but one.
std::atomic<std::size_t> too_large = ~std::size_t{0};
std::atomic<bool> failed = false;
std::thread::id spared;

} // namespace

void* operator new(std::size_t bytes) {
    if (bytes >= too_large && std::this_thread::get_id() != spared) {
        failed = true;
        throw std::bad_alloc();
    }
    if (void* const memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace simulator;

// Every thread of many blocks writes to its own sector, which the cache model must record.
constexpr const char* scatter =
    ".version 9.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry k(.param .u64 data) {\n"
    ".reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [data];\nmov.u32 %r1, %tid.x;\n"
    "mad.wide.u32 %rd1, %r1, 128, %rd1;\nst.global.u32 [%rd1], %r1;\nbar.sync 0;\n"
    "ret;\n}\n";
constexpr std::uint32_t threads = 1024;

class Launches {
public:
    explicit Launches(std::uint32_t cores)
        : data_(memory_.allocate(threads * 128, AllocationOrigin::device, {})),
          machine_(device_named("h200"), memory_, {.cores = cores}) {
        const auto module = std::make_shared<ptx::Module>(ptx::parse(scatter));
        request_.kernel = decode(module, 0, {});
        request_.grid = {64, 1, 1};
        request_.block = {threads, 1, 1};
        request_.parameters.resize(8);
        std::memcpy(request_.parameters.data(), &data_->begin, 8);
    }
    LaunchResult launch(Observer* observer = nullptr) { return machine_.launch(request_, observer); }

private:
    DeviceMemory memory_{std::uint64_t{1} << 30};
    const Allocation* data_;
    Machine machine_;
    LaunchRequest request_;
};

// An observer that throws, from a certain event on.
class Overflowing final : public Observer {
public:
    enum class When { never, at_start, at_block, at_access, at_barrier, at_block_end };
    explicit Overflowing(When when) : when_(when) {}

    [[nodiscard]] bool needs_every_event() const override { return true; }
    void launch_started(const LaunchStart&) override { scope(When::at_start); }
    void launch_finished() override { ++finished; }
    void heap_freed(std::uint32_t) override {}
    void invalid_access(const Access&) override {}
    void divergent_barrier(std::uint64_t, std::uint32_t, std::uint32_t) override {}
    void mixed_barrier(std::uint64_t, std::uint32_t, std::uint32_t) override {}
    void block_started(std::uint64_t block, const std::byte*) override {
        if (block == 3) scope(When::at_block);
    }
    void block_finished(std::uint64_t block) override {
        if (block == 3) scope(When::at_block_end);
    }
    AccessVerdict access(const Access&) override {
        scope(When::at_access);
        return {};
    }
    void local_changed(WarpId, Mask, std::uint32_t, std::uint32_t, bool) override {}
    void uninitialized_used(WarpId, std::uint32_t, unsigned, UninitializedSource, std::string_view) override {
    }
    AccessVerdict copy_started(const Access&, const Access&) override { return {}; }
    void copies_grouped(WarpId, Mask) override {}
    void copies_finished(WarpId, Mask, std::uint32_t) override {}
    void copies_tracked(WarpId, Mask, const Address*) override {}
    void phase_completed(std::uint64_t, Address) override {}
    void barrier_arrived(WarpId, std::uint32_t) override {}
    void barrier(std::uint64_t, std::uint32_t, bool, std::span<const std::uint32_t>) override {
        scope(When::at_barrier);
    }
    void warp_barrier(WarpId, Mask) override {}
    void fence(WarpId, Mask, MemoryScope) override {}

    int finished = 0;

private:
    void scope(When moment) const {
        if (moment == when_) throw std::length_error("the shadow cannot grow");
    }
    When when_;
};

TEST_CASE("an exception in a check ends the launch with a fault", "[machine][failure]") {
    using enum Overflowing::When;
    for (const auto when : {at_start, at_block, at_access, at_barrier, at_block_end}) {
        CAPTURE(static_cast<int>(when));
        Launches launches(2);
        Overflowing check(when);
        const LaunchResult result = launches.launch(&check);
        REQUIRE(result.fault);
        CHECK(result.fault->kind == FaultKind::host);
        CHECK(result.fault->what.is(kernelsmith::machine_messages::simulator_error));
        CHECK(result.fault->what.text("text") == "the shadow cannot grow");
        CHECK(check.finished == 1);
        Overflowing calm(never);
        CHECK_FALSE(launches.launch(&calm).fault);
    }
}

TEST_CASE("a helper of a launch that runs out of memory ends the launch", "[machine][failure]") {
    Launches launches(3);
    spared = std::this_thread::get_id();
    failed = false;
    std::optional<Fault> fault;
    // The helper threads may start too late to get a block.
    for (int n = 0; n < 1000 && !failed; ++n) {
        too_large = 8192;
        fault = launches.launch().fault;
        too_large = ~std::size_t{0};
    }
    REQUIRE(failed);
    REQUIRE(fault);
    CHECK(fault->kind == FaultKind::host);
    CHECK(fault->what.is(kernelsmith::machine_messages::simulator_out_of_memory));
    CHECK_FALSE(launches.launch().fault);
}

TEST_CASE("all cores that run out of memory end the launch", "[machine][failure]") {
    Launches launches(3);
    spared = {};
    too_large = std::size_t{1} << 14;
    const std::optional<Fault> fault = launches.launch().fault;
    too_large = ~std::size_t{0};
    REQUIRE(fault);
    CHECK(fault->kind == FaultKind::host);
    CHECK_FALSE(launches.launch().fault);
}

} // namespace
