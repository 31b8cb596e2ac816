#include <random>

#include <catch2/catch_test_macros.hpp>

#include "check_order_oracle.h"

namespace {

using namespace bench;

/// Relative frequencies of the events of a random program.
struct Mix {
    int accesses = 10;
    int barriers = 2;
    int partial_barriers = 0;
    int warp_barriers = 0;
    int fences = 0;
    std::uint32_t race_in = 10; ///< one of this many races is executed
    bool strong = false;        ///< include atomics, volatile and acquiring accesses
    bool whole_warps = false;
    bool small = false; ///< include accesses of less than a word
};

constexpr Setup setup = {.blocks = 3, .threads = 80, .shared_bytes = 1024};

/// Executes one random program on Checks and Oracle, up to its first race.
class RandomProgram {
public:
    RandomProgram(std::uint32_t seed, const Mix& mix)
        : random_(seed), mix_(mix), bench_(with_flags(mix)), oracle_(setup.threads),
          array_(bench_.array(1024)) {}

    /// Returns false at the first disagreement. Sets race().
    bool run(int events) {
        for (line_ = 1; line_ <= static_cast<std::uint32_t>(events) && !race_; ++line_) {
            if (!event()) return false;
        }
        return true;
    }
    [[nodiscard]] bool race() const { return race_; }
    [[nodiscard]] std::uint32_t line() const { return line_; }

private:
    static Setup with_flags(const Mix& mix) {
        Setup result = setup;
        result.fences = mix.fences != 0;
        result.partial_barriers = mix.partial_barriers + mix.warp_barriers != 0;
        return result;
    }

    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_()) % limit; }
    bool one_in(std::uint32_t n) { return below(n) == 0; }

    WarpId place() { return {.block = below(one_in(2) ? 1 : setup.blocks), .warp = below(3)}; }
    static Mask present(const WarpId& place) { return place.warp == 2 ? 0xffff : simulator::all_lanes; }
    /// Selects few lanes, so that they often conflict.
    Mask some_lanes(const WarpId& place) {
        if (one_in(4)) return present(place);
        Mask mask = Mask{1} << below(4);
        if (one_in(2)) mask |= Mask{1} << below(4);
        return mask;
    }

    bool event() {
        auto n = static_cast<int>(below(static_cast<std::uint32_t>(
            mix_.accesses + mix_.barriers + mix_.partial_barriers + mix_.warp_barriers + mix_.fences)));
        if ((n -= mix_.accesses) < 0) return access();
        if ((n -= mix_.barriers) < 0) {
            barrier({0, 1, 2}, true);
        } else if ((n -= mix_.partial_barriers) < 0) {
            barrier(one_in(3) ? std::vector<std::uint32_t>{1, 2} : std::vector<std::uint32_t>{0, 1}, false);
        } else if ((n -= mix_.warp_barriers) < 0) {
            const WarpId at = place();
            const Mask mask = one_in(2) ? present(at) : some_lanes(at) | some_lanes(at);
            bench_.checks.warp_barrier(at, mask);
            oracle_.warp_barrier(at, mask);
        } else {
            const WarpId at = place();
            const Mask mask = some_lanes(at);
            const MemoryScope scope = one_in(4) ? MemoryScope::block : MemoryScope::device;
            bench_.checks.fence(at, mask, scope);
            oracle_.fence(at, mask, scope);
        }
        return true;
    }

    void barrier(const std::vector<std::uint32_t>& warps, bool whole) {
        const auto block = static_cast<std::uint32_t>(place().block);
        bench_.checks.barrier(block, 0, whole, warps);
        oracle_.barrier(block, warps);
    }

    Kind kind() {
        Kind result = one_in(3) ? store : load;
        if (mix_.strong && one_in(2)) {
            const Kind kinds[] = {atomic, volatile_load, volatile_store};
            result = kinds[below(3)];
            if (mix_.fences != 0 && one_in(4)) {
                result.strength = result.kind == AccessKind::load    ? Strength::acquire
                                  : result.kind == AccessKind::store ? Strength::release
                                                                     : Strength::acq_rel;
            }
        }
        if (one_in(2)) result = shared(result);
        // Atomics of two sizes also race, which the definition omits.
        if (one_in(4) && result.kind != AccessKind::atomic) result.bytes = 8;
        if (mix_.small && one_in(3)) result.bytes = static_cast<std::uint8_t>(1 + below(2));
        return result;
    }

    bool access() {
        const WarpId at = place();
        Kind what = kind();
        const bool is_flag = what.strength != Strength::weak && !one_in(4);
        const Address begin = (what.space == MemorySpace::shared ? 0 : array_.begin) + (is_flag ? 512 : 0);
        const Address size = what.bytes;
        Mask mask = some_lanes(at);
        std::function<Address(int)> address;
        if (is_flag) {
            address = [=](int) { return begin; };
        } else if (mix_.whole_warps && one_in(2) && at.warp != 2) {
            mask = simulator::all_lanes;
            const Address first = begin + below(2) * (one_in(4) ? 8 : 128) / size * size;
            address = [=](int lane) { return first + static_cast<Address>(lane) * size; };
        } else if (one_in(2)) {
            const Address same = begin + below(mix_.strong ? 3 : 6) * 4 / size * size;
            address = [=](int) { return same; };
        } else {
            const Address spread = 1 + below(2);
            const Address first = begin + below(3) * 4 / size * size;
            address = [=](int lane) { return first + static_cast<Address>(lane) / spread * size; };
        }
        race_ = oracle_.would_race(at, mask, what, address);
        // Most races are skipped, because nothing can be compared after one.
        if (race_ && !one_in(mix_.race_in)) {
            race_ = false;
            return true;
        }
        bench_.access(line_, at, mask, what, address);
        oracle_.access(at, mask, what, address);
        return race_ == (bench_.size() != 0);
    }

    std::mt19937 random_;
    Mix mix_;
    Bench bench_;
    Oracle oracle_;
    const Allocation& array_;
    std::uint32_t line_ = 0;
    bool race_ = false;
};

void compare_with_oracle(const Mix& mix, int events) {
    constexpr std::uint32_t programs = 1000;
    std::uint32_t races = 0;
    std::uint32_t long_programs = 0;
    for (std::uint32_t seed = 1; seed <= programs; ++seed) {
        RandomProgram program(seed, mix);
        if (!program.run(events)) FAIL("seed " << seed << " differs at event " << program.line());
        races += program.race() ? 1 : 0;
        long_programs += program.line() > 30 ? 1 : 0;
    }
    // The comparison is only valid if both outcomes occur, and not only at the first events.
    CHECK(races > programs / 20);
    CHECK(long_programs > programs / 20);
}

} // namespace

TEST_CASE("block barriers order accesses as the oracle does", "[checks][race][random]") {
    compare_with_oracle({.barriers = 5}, 60);
}

TEST_CASE("single bytes and whole lines are ordered as by the oracle", "[checks][race][random]") {
    compare_with_oracle({.barriers = 10, .whole_warps = true, .small = true}, 60);
}

TEST_CASE("partial barriers and warp barriers order accesses as the oracle does", "[checks][race][random]") {
    compare_with_oracle({.barriers = 4, .partial_barriers = 5, .warp_barriers = 8, .whole_warps = true}, 60);
}

TEST_CASE("fences and atomics order accesses as the oracle does", "[checks][race][random]") {
    compare_with_oracle({.accesses = 14, .barriers = 2, .fences = 5, .race_in = 30, .strong = true}, 100);
}

TEST_CASE("atomics alone order accesses as the oracle does", "[checks][race][random]") {
    compare_with_oracle({.barriers = 3, .race_in = 20, .strong = true}, 80);
    compare_with_oracle(
        {.barriers = 3, .partial_barriers = 2, .warp_barriers = 2, .race_in = 20, .strong = true}, 80);
}

TEST_CASE("all operations together order accesses as the oracle does", "[checks][race][random]") {
    compare_with_oracle({.accesses = 12,
                         .barriers = 5,
                         .partial_barriers = 3,
                         .warp_barriers = 5,
                         .fences = 8,
                         .race_in = 20,
                         .strong = true,
                         .whole_warps = true,
                         .small = true},
                        100);
}
