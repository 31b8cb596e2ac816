#pragma once

/// @file
/// Builds accesses for the tests of the counters.

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>

#include "memory/access.h"

namespace requests {

using Addresses = std::array<simulator::Address, simulator::warp_size>;

/// Returns an address per lane, computed by @p of_lane.
template <class F> Addresses addresses(F of_lane) {
    Addresses all;
    for (std::uint32_t lane = 0; lane < simulator::warp_size; ++lane)
        all[lane] = static_cast<simulator::Address>(of_lane(lane));
    return all;
}

/// Properties of an access; the defaults are a scattered load by all lanes.
struct Request {
    simulator::MemorySpace space = simulator::MemorySpace::global;
    simulator::AccessKind kind = simulator::AccessKind::load;
    std::uint8_t bytes = 4;
    simulator::Mask mask = simulator::all_lanes;
    simulator::Shape shape = simulator::Shape::scattered;
    simulator::WarpId place = {};
    std::uint32_t op = 0;
    simulator::Strength strength = simulator::Strength::weak;
    simulator::AtomicLowering lowering = simulator::AtomicLowering::serialized;
    bool result_used = true;
};

/// Returns whether lane @p lane takes part in @p request.
template <class Lane> bool has(const Request& request, Lane lane) { return (request.mask >> lane & 1) != 0; }

/// An address in global memory.
inline constexpr simulator::Address base = 0x7000'0000'0000;

/// A random number generator with the same sequence in each run.
class Random {
public:
    explicit Random(std::uint32_t seed) : engine_(seed) {}
    std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }
    /// Returns a random mask that is never empty, and full half of the time.
    simulator::Mask mask() {
        const simulator::Mask some = (*this)() | 1U << (*this)() % 32;
        return (*this)() % 2 == 0 ? simulator::all_lanes : some;
    }

private:
    std::mt19937 engine_;
};

/// Returns the access, which refers to the addresses in @p where.
inline simulator::Access access(const Request& request, const Addresses& where) {
    simulator::Access made;
    made.place = request.place;
    made.op = request.op;
    made.space = request.space;
    made.kind = request.kind;
    made.strength = request.strength;
    made.shape = request.shape;
    made.bytes = request.bytes;
    made.mask = request.mask;
    made.begin = ~simulator::Address{0};
    for (std::size_t lane = 0; lane < where.size(); ++lane)
        if ((request.mask >> lane & 1) != 0) made.begin = std::min(made.begin, where[lane]);
    made.addresses = where.data();
    made.lowering = request.lowering;
    made.result_used = request.result_used;
    return made;
}

} // namespace requests
