#include "observe/l2.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace simulator {
namespace {

constexpr std::uint64_t sector_bytes = 1U << sector_bits;

std::uint64_t count(Sectors sectors) { return static_cast<std::uint64_t>(std::popcount(sectors)); }

} // namespace

struct L2::Tags {
    /// A line and its sectors. What is dirty is valid, and what has nothing valid is free.
    struct Way {
        std::uint64_t line = 0;
        std::uint8_t valid = 0;
        std::uint8_t dirty = 0;
    };
    /// Most recently used first.
    using Set = std::array<Way, 16>;

    std::size_t set_count;
    /// Zero is empty, and memory from calloc() is zero before anybody touches it: most programs come to few sets.
    std::unique_ptr<Set[], decltype(&std::free)> sets;
    Traffic traffic;

    explicit Tags(std::uint64_t bytes)
        : set_count(std::max<std::size_t>(bytes / (sizeof(Set) / sizeof(Way) << line_bits), 1)),
          sets(static_cast<Set*>(std::calloc(set_count, sizeof(Set))), &std::free) {
        if (sets == nullptr) throw std::bad_alloc();
    }

    /// Neighbouring lines go to neighbouring sets, in runs of 1024 that are scattered: so strides of powers
    /// of two meet no worse a cache than others, and a scan stays quick to simulate.
    Set& set_of(std::uint64_t line) {
        const std::uint64_t scattered = (line >> 10) * 0x9e37'79b9'7f4a'7c15 >> 32;
        return sets[((scattered * set_count >> 32) + (line & 1023)) % set_count];
    }

    /// The line's way, made the most recently used of its set; another line had to go where it was not there.
    Way& touch(std::uint64_t line) {
        Set& set = set_of(line);
        auto way = std::find_if(set.begin(), set.end(),
                                [&](const Way& other) { return other.line == line && other.valid != 0; });
        if (way == set.end()) {
            way = std::prev(set.end());
            traffic.written += count(way->dirty) * sector_bytes;
            *way = {line, 0, 0};
        }
        std::rotate(set.begin(), way, std::next(way));
        return set.front();
    }

    /// How many sectors were served without DRAM.
    std::uint64_t serve(const L2Request& request) {
        Way& way = touch(request.line);
        const Sectors missing = request.use == L2Use::write ? 0 : request.sectors & ~Sectors{way.valid};
        traffic.read += count(missing) * sector_bytes;
        way.valid |= request.sectors;
        if (request.use != L2Use::read) way.dirty |= request.sectors;
        return count(request.sectors) * request.times - count(missing);
    }
};

L2::L2(const Device& device) : bytes_(device.l2_bytes) {}
L2::~L2() = default;

void L2::serve(std::span<const L2Request> requests, std::vector<MemoryTally>& memory) {
    if (requests.empty()) return;
    if (tags_ == nullptr) tags_ = std::make_unique<Tags>(bytes_);
    for (const L2Request& request : requests) memory[request.tally].l2_hits += tags_->serve(request);
}

L2::Traffic L2::take_traffic() { return tags_ == nullptr ? Traffic{} : std::exchange(tags_->traffic, {}); }

} // namespace simulator
