#include "observe/counters.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "observe/banks.h"
#include "observe/footprint.h"
#include "observe/l1.h"
#include "observe/lane_set.h"

namespace simulator {
namespace {

/// Lines that a warp's local memory has addresses for: a word of each lane is a line, a lane has at most 512
/// KiB.
constexpr int local_line_bits = 17;
constexpr int warps_of_block_bits = 5;
/// Local memory lies where no address of global memory leads.
constexpr std::uint64_t local_lines = std::uint64_t{1} << 47;

std::uint32_t number_of(std::uint32_t bits) { return static_cast<std::uint32_t>(std::popcount(bits)); }

RequestKind kind_of(const Access& access) {
    switch (access.kind) {
        case AccessKind::load: return RequestKind::load;
        case AccessKind::store: return RequestKind::store;
        case AccessKind::atomic: break;
    }
    return access.result_used ? RequestKind::atomic : RequestKind::reduction;
}

/// How many lanes met on the busiest address, and how many addresses there were.
void count_addresses(const Access& access, LaneSet& set, MemoryTally& tally) {
    const std::uint32_t lanes = number_of(access.mask);
    if (access.shape != Shape::scattered) {
        const bool uniform = access.shape == Shape::uniform;
        tally.same_address += uniform ? lanes : 1;
        tally.addresses += uniform ? 1 : lanes;
        return;
    }
    set.clear();
    std::uint32_t most = 0;
    std::uint32_t different = 0;
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
        const std::uint32_t met = ++set[access.addresses[std::countr_zero(rest)]];
        different += met == 1;
        most = std::max(most, met);
    }
    tally.same_address += most;
    tally.addresses += different;
}

/// What every request adds, whatever it asks for.
void count_request(const Access& access, std::uint32_t bytes, MemoryTally& tally) {
    const std::uint32_t lanes = number_of(access.mask);
    tally.kind = kind_of(access);
    ++tally.requests;
    tally.lanes += lanes;
    tally.bytes += lanes * bytes;
}

/// Not inlined, so that what L1 serves, most of all requests, stays a short loop.
[[gnu::noinline]] void append(std::vector<L2Request>& requests, std::uint64_t line, std::uint32_t tally,
                              Sectors sectors, L2Use use) {
    requests.push_back({line, tally, static_cast<std::uint8_t>(sectors), use});
}

} // namespace

struct Counters::Model {
    L1Cache l1;
    std::uint64_t local_slots; ///< blocks that the device holds at once: each has its own local memory
    std::vector<std::uint8_t> shared_load_bytes;
    LaneSet set = {};
    Footprint footprint = {};

    Model(const Device& device, const CountedKernel& kernel)
        : l1(kernel.l1_bytes / std::max(kernel.resident_blocks, 1U)),
          local_slots(std::uint64_t{device.multiprocessors} * std::max(kernel.resident_blocks, 1U)),
          shared_load_bytes(kernel.shared_load_bytes) {}

    [[nodiscard]] std::uint64_t local_begin(WarpPlace place) const {
        const std::uint64_t warp = (place.block % local_slots << warps_of_block_bits) + place.warp;
        return local_lines + (warp << local_line_bits);
    }
};

Counters::Counters(const Device& device, const CountedKernel& kernel)
    : tallies(kernel.ops), memory(kernel.ops * counted_spaces),
      model_(std::make_unique<Model>(device, kernel)) {}
Counters::Counters(Counters&&) noexcept = default;
Counters& Counters::operator=(Counters&&) noexcept = default;
Counters::~Counters() = default;

void Counters::start_block() { model_->l1.clear(); }

std::vector<L2Request> Counters::take_l2_requests() {
    std::vector<L2Request> next;
    next.reserve(requests_.size());
    return std::exchange(requests_, std::move(next));
}

void Counters::add(const Counters& other) {
    for (std::size_t i = 0; i < tallies.size(); ++i) tallies[i] += other.tallies[i];
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] += other.memory[i];
}

void Counters::count(const Access& access) {
    if (access.mask == 0) return;
    switch (access.space) {
        case MemorySpace::global: return count_global(access, memory[tally_index(access.op, access.space)]);
        case MemorySpace::shared: return count_shared(access, memory[tally_index(access.op, access.space)]);
        case MemorySpace::local: return count_local(access, memory[tally_index(access.op, access.space)]);
        case MemorySpace::constant:
        case MemorySpace::param: return;
    }
}

/// The lines of one request, added up before they go into its tally.
class Counters::Traffic {
public:
    Traffic(MemoryTally& tally, Counters& counters)
        : tally_(tally), requests_(counters.requests_),
          index_(static_cast<std::uint32_t>(&tally - counters.memory.data())) {}
    Traffic(const Traffic&) = delete;
    Traffic& operator=(const Traffic&) = delete;
    ~Traffic() {
        tally_.sectors += sectors_;
        tally_.l1_hits += found_;
        tally_.l2_sectors += passed_on_;
    }

    /// A line of which L1 had the sectors @p found; L2 has to give the others.
    void read(std::uint64_t line, Sectors sectors, Sectors found) {
        sectors_ += number_of(sectors);
        found_ += number_of(found);
        if (found != sectors) ask(line, sectors & ~found, L2Use::read);
    }
    /// A line that goes to L2 whatever L1 had of it.
    void pass_on(std::uint64_t line, Sectors sectors, Sectors found, L2Use use) {
        sectors_ += number_of(sectors);
        found_ += number_of(found);
        ask(line, sectors, use);
    }

private:
    void ask(std::uint64_t line, Sectors sectors, L2Use use) {
        passed_on_ += number_of(sectors);
        append(requests_, line, index_, sectors, use);
    }

    MemoryTally& tally_;
    std::vector<L2Request>& requests_;
    std::uint32_t index_;
    std::uint32_t sectors_ = 0;
    std::uint32_t found_ = 0;
    std::uint32_t passed_on_ = 0;
};

void Counters::count_global(const Access& access, MemoryTally& tally) {
    count_request(access, access.bytes, tally);
    switch (access.kind) {
        case AccessKind::load: return count_load(access, tally);
        case AccessKind::store: return count_store(access, tally);
        case AccessKind::atomic: return count_atomic(access, tally);
    }
}

// A weak load may be served by L1 and brings what it misses. A strong one has to see what other SMs wrote,
// and L1 does not.
void Counters::count_load(const Access& access, MemoryTally& tally) {
    Traffic traffic(tally, *this);
    L1Cache& l1 = model_->l1;
    if (access.strength == Strength::weak) {
        model_->footprint.global(access, [&](std::uint64_t line, Sectors sectors) {
            traffic.read(line, sectors, l1.fetch(line, sectors));
        });
    } else {
        model_->footprint.global(access, [&](std::uint64_t line, Sectors sectors) {
            traffic.read(line, sectors, 0);
        });
    }
}

// Stores are written through, to a line that is there and past one that is not.
void Counters::count_store(const Access& access, MemoryTally& tally) {
    Traffic traffic(tally, *this);
    L1Cache& l1 = model_->l1;
    model_->footprint.global(access, [&](std::uint64_t line, Sectors sectors) {
        traffic.pass_on(line, sectors, l1.find(line, sectors), L2Use::write);
    });
}

// Atomics happen in L2.
void Counters::count_atomic(const Access& access, MemoryTally& tally) {
    Traffic traffic(tally, *this);
    model_->footprint.atomic(access, [&](std::uint64_t line, Sectors sectors) {
        traffic.pass_on(line, sectors, 0, L2Use::modify);
    });
    count_addresses(access, model_->set, tally);
}

// A thread's local memory is nobody else's, so a store may leave its line in L1; it is written through all
// the same.
void Counters::count_local(const Access& access, MemoryTally& tally) {
    count_request(access, access.bytes, tally);
    Traffic traffic(tally, *this);
    const bool load = access.kind == AccessKind::load;
    model_->footprint.local(access, model_->local_begin(access.place),
                            [&](std::uint64_t line, Sectors sectors) {
                                const Sectors found = model_->l1.fetch(line, sectors);
                                if (load)
                                    traffic.read(line, sectors, found);
                                else
                                    traffic.pass_on(line, sectors, found, L2Use::write);
                            });
}

void Counters::count_shared(const Access& access, MemoryTally& tally) {
    std::uint32_t bytes = access.bytes;
    if (access.kind == AccessKind::load && !model_->shared_load_bytes.empty()) {
        bytes = model_->shared_load_bytes[access.op];
        if (bytes == 0) return;
    }
    count_request(access, bytes, tally);
    const auto [taken, ideal] = wavefronts(access, bytes, model_->set);
    tally.wavefronts += taken;
    tally.wavefronts_ideal += ideal;
    if (access.kind == AccessKind::atomic) count_addresses(access, model_->set, tally);
}

} // namespace simulator
