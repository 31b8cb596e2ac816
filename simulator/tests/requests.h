#pragma once

/// @file
/// Accesses for the tests of the counters.

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>

#include "memory/access.h"

namespace requests {

using Addresses = std::array<simulator::Address, simulator::warp_size>;

/// An address for each lane.
template <class F> Addresses addresses(F of_lane) {
    Addresses all;
    for (std::uint32_t lane = 0; lane < simulator::warp_size; ++lane)
        all[lane] = static_cast<simulator::Address>(of_lane(lane));
    return all;
}

/// What a test says of an access; it stands for scattered lanes that are all there.
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

/// Whether lane @p lane takes part in @p request.
template <class Lane> bool has(const Request& request, Lane lane) { return (request.mask >> lane & 1) != 0; }

/// An address of global memory.
inline constexpr simulator::Address base = 0x7000'0000'0000;

/// Numbers that are the same in each run.
class Random {
public:
    explicit Random(std::uint32_t seed) : engine_(seed) {}
    std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }
    /// Lanes, often all and never none.
    simulator::Mask mask() {
        const simulator::Mask some = (*this)() | 1U << (*this)() % 32;
        return (*this)() % 2 == 0 ? simulator::all_lanes : some;
    }

private:
    std::mt19937 engine_;
};

/// The access itself, which refers to @p where.
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
