#include "counters/counters.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "counters/address_conflicts.h"
#include "counters/banks.h"
#include "counters/footprint.h"
#include "counters/l1.h"
#include "counters/lane_set.h"
#include "counters/polls.h"
#include "memory/shared_range.h"

namespace simulator {
namespace {

/// log2 of the lines in a warp's address range of local memory: one line holds a word of each lane, and a
/// lane has at most 512 KiB.
constexpr int local_line_bits = 17;
constexpr int warps_of_block_bits = 5;
/// Banks serve words; a narrower element may move to another word although all addresses move by one
/// distance.
constexpr std::uint8_t word_bytes = 4;
/// First line of local memory, above all addresses of global memory.
constexpr std::uint64_t first_local_line = std::uint64_t{1} << 47;

std::uint32_t number_of(std::uint32_t bits) { return static_cast<std::uint32_t>(std::popcount(bits)); }

RequestKind kind_of(const Access& access) {
    switch (access.kind) {
        case AccessKind::load: return RequestKind::load;
        case AccessKind::store: return RequestKind::store;
        case AccessKind::atomic: break;
    }
    return access.result_used ? RequestKind::atomic : RequestKind::reduction;
}

void count_address_conflicts(const AddressConflicts& address_conflicts, MemoryTally& tally) {
    tally.same_address += address_conflicts.max_lanes_per_address();
    tally.addresses += address_conflicts.addresses();
}

/// Counts what every request adds.
void count_request(const Access& access, std::uint32_t bytes, MemoryTally& tally) {
    const std::uint32_t lanes = number_of(access.mask);
    tally.kind = kind_of(access);
    ++tally.requests;
    tally.lanes += lanes;
    tally.bytes += lanes * bytes;
}

/// Not inlined, so that the most frequent case, requests served by L1, stays a short loop.
[[gnu::noinline]] void append(std::vector<L2Request>& requests, const L2Request& request) {
    requests.push_back(request);
}

} // namespace

/// Wavefronts of the last access of an instruction with a known pattern. If all addresses move by the same
/// number of words, their banks move too, and the conflicts stay the same.
struct CachedWavefronts {
    std::uint32_t pattern = 0;
    Wavefronts passes = {};
};

/// Counts consecutive stores of an instruction by one warp, each far from the one before, while no other warp
/// in its block ran, as at a barrier. The more there are, the further the warp may be from its neighbours on
/// a GPU.
struct ConsecutiveStores {
    std::uint64_t block = 0;
    std::uint64_t line = 0;
    std::uint32_t warp = 0;
    std::uint32_t times = 0;

    std::uint32_t again(WarpId place, std::uint64_t now) {
        // The rest of a sector near the last store will soon be written by this warp or a neighbour.
        constexpr std::uint64_t near_lines = 512;
        const std::uint64_t distance = now > line ? now - line : line - now;
        if (block != place.block || warp != place.warp || distance < near_lines)
            *this = {place.block, now, place.warp, 0};
        line = now;
        return ++times;
    }
};

struct Counters::Model {
    L1Cache l1;
    std::uint64_t local_slots; ///< blocks that the device holds at once, each with its own local memory
    std::vector<std::uint8_t> shared_load_bytes;
    std::vector<CachedWavefronts> cached_wavefronts; ///< indexed by instruction
    std::vector<ConsecutiveStores> stores;           ///< indexed by instruction
    LaneSet set = {};
    Footprint footprint = {};
    AddressConflicts address_conflicts = {};
    Polls polls = {};

    Model(const Device& device, const CountedKernel& kernel)
        : l1(kernel.l1_bytes / std::max(kernel.resident_blocks, 1U)),
          local_slots(std::uint64_t{device.multiprocessors} * std::max(kernel.resident_blocks, 1U)),
          shared_load_bytes(kernel.shared_load_bytes), cached_wavefronts(kernel.ops), stores(kernel.ops) {}

    [[nodiscard]] std::uint64_t local_begin(WarpId place) const {
        const std::uint64_t warp = (place.block % local_slots << warps_of_block_bits) + place.warp;
        return first_local_line + (warp << local_line_bits);
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

/// Sums of the lines of one request, added to its tally at the end.
class Counters::Traffic {
public:
    Traffic(const Access& access, MemoryTally& tally, Counters& counters)
        : tally_(tally), requests_(counters.requests_),
          index_(static_cast<std::uint32_t>(&tally - counters.memory.data())), first_(requests_.size()),
          warp_(static_cast<std::uint8_t>(access.place.warp)) {}
    Traffic(const Traffic&) = delete;
    Traffic& operator=(const Traffic&) = delete;
    ~Traffic() {
        tally_.sectors += sectors_;
        tally_.host_sectors += host_sectors_;
        tally_.l1_hits += l1_hits_;
        tally_.l2_sectors += l2_sectors_;
    }

    /// Returns whether the written bytes are contiguous. As a rule, neighbours write the rest of edge
    /// sectors.
    [[nodiscard]] bool is_contiguous(std::uint64_t bytes) const {
        constexpr std::uint64_t min_full_sector_bytes = 24;
        return average(bytes) >= min_full_sector_bytes;
    }

    [[nodiscard]] std::uint64_t first_line() const {
        return requests_.size() == first_ ? 0 : requests_[first_].line;
    }

    /// Sets the number of bytes that the request writes.
    void set_written_bytes(std::uint64_t bytes) {
        const std::uint64_t of_sector = is_contiguous(bytes) ? 32 : average(bytes);
        for (std::size_t n = first_; n < requests_.size(); ++n)
            requests_[n].bytes = static_cast<std::uint8_t>(std::clamp<std::uint64_t>(of_sector, 1, 32));
    }

    /// Marks the partial sectors at both ends, because no neighbouring store will fill them.
    void mark_partial_edges(std::uint64_t bytes) {
        constexpr std::uint64_t edge_bytes = 32;
        if (requests_.size() == first_ || std::uint64_t{sectors_} * edge_bytes == bytes) return;
        L2Request& last = requests_.back();
        last.partial_edges = static_cast<std::uint8_t>(std::bit_floor(last.sectors));
        L2Request& first = requests_[first_];
        first.partial_edges |= static_cast<std::uint8_t>(first.sectors & -first.sectors);
    }

    /// Adds a line of which L1 has the sectors @p found; L2 must provide the others.
    void read(std::uint64_t line, Sectors sectors, Sectors found) {
        touch(line, number_of(sectors));
        l1_hits_ += number_of(found);
        if (found != sectors) request_from_l2(line, sectors & ~found, L2Use::read);
    }
    /// Adds a line that is written through to L2, regardless of what L1 has of it.
    void write(std::uint64_t line, Sectors sectors, Sectors found) {
        touch(line, number_of(sectors));
        l1_hits_ += number_of(found);
        request_from_l2(line, sectors, L2Use::write);
    }
    /// Adds a line that L2 changes @p times times.
    void modify(std::uint64_t line, Sectors sectors, std::uint32_t times, bool float_add) {
        touch(line, number_of(sectors) * times);
        request_from_l2(line, sectors, L2Use::modify, times, float_add);
    }

private:
    /// Returns the bytes per sector, rounded up.
    [[nodiscard]] std::uint64_t average(std::uint64_t bytes) const {
        return (bytes + sectors_ - 1) / std::max(sectors_, 1U);
    }

    void touch(std::uint64_t line, std::uint32_t sectors) {
        sectors_ += sectors;
        if (is_host_address(line << line_bits)) host_sectors_ += sectors;
    }

    void request_from_l2(std::uint64_t line, Sectors sectors, L2Use use, std::uint32_t times = 1,
                         bool float_add = false) {
        l2_sectors_ += number_of(sectors) * times;
        append(requests_,
               {line, index_, static_cast<std::uint8_t>(sectors), use, static_cast<std::uint16_t>(times), 32,
                requests_.size() == first_, warp_, float_add});
    }

    MemoryTally& tally_;
    std::vector<L2Request>& requests_;
    std::uint32_t index_;
    std::size_t first_; // index of the access's first request
    std::uint8_t warp_;
    std::uint32_t sectors_ = 0;
    std::uint32_t host_sectors_ = 0;
    std::uint32_t l1_hits_ = 0;
    std::uint32_t l2_sectors_ = 0;
};

void Counters::count_global(const Access& access, MemoryTally& tally) {
    count_request(access, access.bytes, tally);
    const std::uint64_t before = tally.sectors;
    switch (access.kind) {
        case AccessKind::load: count_load(access, tally); break;
        case AccessKind::store: count_store(access, tally); break;
        case AccessKind::atomic: count_atomic(access, tally); break;
    }
    const std::uint64_t sectors = tally.sectors - before;
    const std::uint64_t distinct =
        std::min(std::uint64_t{number_of(access.mask)} * access.bytes, sectors << sector_bits);
    tally.distinct_bytes += distinct;
    if (access.polls)
        count_poll(access, tally, {1, distinct, sectors, number_of(access.mask), access.idle_lanes});
}

// A weak load may hit in L1, and fetches what it misses. A strong load must observe writes of other SMs,
// which L1 does not.
void Counters::count_load(const Access& access, MemoryTally& tally) {
    Traffic traffic(access, tally, *this);
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

void Counters::count_poll(const Access& access, const MemoryTally& tally, const RepeatedRequests& repeated) {
    PendingPoll poll{static_cast<std::size_t>(&tally - memory.data()), {}, repeated};
    model_->footprint.global(access, [&](std::uint64_t line, Sectors sectors) {
        poll.lines.emplace_back(line, sectors);
    });
    model_->polls.read(access.place, std::move(poll), access.again, memory);
}

// Stores are written through. They update a line that L1 has, and do not allocate one.
void Counters::count_store(const Access& access, MemoryTally& tally) {
    Traffic traffic(access, tally, *this);
    L1Cache& l1 = model_->l1;
    model_->footprint.global(access, [&](std::uint64_t line, Sectors sectors) {
        traffic.write(line, sectors, l1.find(line, sectors));
        model_->polls.written(access.place, line, sectors, memory);
    });
    const std::uint64_t bytes = std::uint64_t{number_of(access.mask)} * access.bytes;
    traffic.set_written_bytes(bytes);
    // In the first iterations, the warps of a block still run in step.
    constexpr std::uint32_t max_iterations_in_lockstep = 2;
    if (model_->stores[access.op].again(access.place, traffic.first_line()) > max_iterations_in_lockstep &&
        traffic.is_contiguous(bytes))
        traffic.mark_partial_edges(bytes);
}

// Atomics are executed in L2.
void Counters::count_atomic(const Access& access, MemoryTally& tally) {
    Traffic traffic(access, tally, *this);
    model_->address_conflicts.collect(access);
    count_address_conflicts(model_->address_conflicts, tally);
    model_->footprint.atomic(access, model_->address_conflicts,
                             [&](std::uint64_t line, Sectors sectors, std::uint32_t times) {
                                 traffic.modify(line, sectors, times,
                                                access.lowering == AtomicLowering::float_add);
                                 if (!access.polls)
                                     model_->polls.written(access.place, line, sectors, memory);
                             });
}

// Local memory is private to a thread, so a store may leave its line in L1. It is written through
// nevertheless.
void Counters::count_local(const Access& access, MemoryTally& tally) {
    count_request(access, access.bytes, tally);
    Traffic traffic(access, tally, *this);
    const bool load = access.kind == AccessKind::load;
    model_->footprint.local(access, model_->local_begin(access.place),
                            [&](std::uint64_t line, Sectors sectors) {
                                const Sectors found = model_->l1.fetch(line, sectors);
                                if (load)
                                    traffic.read(line, sectors, found);
                                else
                                    traffic.write(line, sectors, found);
                            });
    if (!load) traffic.set_written_bytes(std::uint64_t{number_of(access.mask)} * access.bytes);
}

void Counters::count_shared(const Access& access, MemoryTally& tally) {
    std::uint32_t bytes = access.bytes;
    if (access.kind == AccessKind::load && !model_->shared_load_bytes.empty()) {
        const std::uint8_t merged = model_->shared_load_bytes[access.op];
        if (merged == 0) return;
        if (merged != CountedKernel::unmerged) bytes = merged;
    }
    count_request(access, bytes, tally);
    const auto [taken, ideal] = passes(access, bytes);
    tally.wavefronts += taken;
    tally.wavefronts_ideal += ideal;
    if (access.kind != AccessKind::atomic) return;
    model_->address_conflicts.collect(access);
    count_address_conflicts(model_->address_conflicts, tally);
}

Wavefronts Counters::passes(const Access& access, std::uint32_t bytes) {
    if (access.pattern == 0 || access.bytes < word_bytes) return wavefronts(access, bytes, model_->set);
    CachedWavefronts& cached = model_->cached_wavefronts[access.op];
    if (cached.pattern != access.pattern) cached = {access.pattern, wavefronts(access, bytes, model_->set)};
    return cached.passes;
}

bool Counters::can_count_without_addresses(const Access& access) const {
    return access.space == MemorySpace::shared && access.kind != AccessKind::atomic && access.pattern != 0 &&
           access.bytes >= word_bytes && model_->cached_wavefronts[access.op].pattern == access.pattern;
}

} // namespace simulator
