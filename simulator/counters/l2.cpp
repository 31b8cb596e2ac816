#include "counters/l2.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <unordered_map>
#include <utility>

namespace simulator {
namespace {

constexpr std::uint64_t sector_bytes = 1U << sector_bits;
/// log2 of the lines per page of DRAM. 2 to the power of open_pages_bits pages can be open at once.
constexpr int page_lines_bits = 3;
/// log2 of the consecutive lines in one L2 slice.
constexpr int slice_lines_bits = 2;
constexpr int open_pages_bits = 13;
constexpr std::size_t open_pages = std::size_t{1} << open_pages_bits;
/// Distance in requests at which the host prefetches the set of a later request into its own caches.
constexpr std::size_t prefetch_distance = 8;

std::uint64_t count(Sectors sectors) { return static_cast<std::uint64_t>(std::popcount(sectors)); }

} // namespace

struct L2::Tags {
    /// A line and its sectors. A free way has no valid and no dirty sectors. A sector that is dirty and not
    /// valid was partly written.
    struct Way {
        std::uint64_t line = 0;
        std::uint8_t valid = 0;
        std::uint8_t dirty = 0;
        std::uint8_t prefetched : 4 = 0; // fetched in addition to a requested sector, and not requested since
        std::uint8_t changed : 4 = 0;    // written since the sector was last read
        std::uint8_t reader = 0;         // warp of the last read from DRAM
        std::array<std::uint8_t, 4> written = {}; // bytes written per sector that is not valid
    };
    /// Sorted by last use, the most recent first.
    using Set = std::array<Way, 16>;

    std::size_t set_count;
    std::unique_ptr<std::byte[], decltype(&std::free)> memory; // owns the sets
    Set* sets;
    Traffic traffic;
    std::vector<std::uint64_t> pages = std::vector<std::uint64_t>(open_pages, ~std::uint64_t{0});
    std::unordered_map<std::uint64_t, double>
        changes; // busy time in ns by atomics, per group of lines in one L2 slice

    explicit Tags(std::uint64_t bytes)
        : set_count(std::max<std::size_t>(bytes / (sizeof(Set) / sizeof(Way) << line_bits), 1)),
          memory(nullptr, &std::free), sets(allocate()) {}

    /// Allocates empty sets. All zeros means empty, and calloc() returns zeroed pages that use no memory
    /// until they are touched; most programs use few sets. Huge pages, because random accesses to small host
    /// pages would nearly always miss the TLB.
    Set* allocate() {
        constexpr std::size_t huge_page = std::size_t{2} << 20;
        const std::size_t bytes = (set_count * sizeof(Set) + huge_page - 1) / huge_page * huge_page;
        std::size_t space = bytes + huge_page;
        memory.reset(static_cast<std::byte*>(std::calloc(space, 1)));
        void* begin = memory.get();
        if (begin == nullptr || std::align(huge_page, bytes, begin, space) == nullptr) throw std::bad_alloc();
        ::madvise(begin, bytes, MADV_HUGEPAGE); // only an optimization
        return static_cast<Set*>(begin);
    }

    /// Maps neighbouring lines to neighbouring sets, in runs of 1024 lines that are hashed. So strides of
    /// powers of two do not conflict more than others, and a scan is fast to simulate.
    Set& set_of(std::uint64_t line) {
        const std::uint64_t scattered = (line >> 10) * 0x9e37'79b9'7f4a'7c15 >> 32;
        return sets[((scattered * set_count >> 32) + (line & 1023)) % set_count];
    }

    /// Prefetches the set of @p line into the host's caches.
    void prefetch(std::uint64_t line) {
        constexpr std::size_t host_line = 64;
        const auto* const set = reinterpret_cast<const std::byte*>(&set_of(line));
        for (std::size_t at = 0; at < sizeof(Set); at += host_line) __builtin_prefetch(set + at, 1);
    }

    /// Returns the line's way as the most recently used of its set. If the line is missing, it replaces the
    /// least recently used one.
    Way& touch(std::uint64_t line) {
        Set& set = set_of(line);
        auto way = std::find_if(set.begin(), set.end(), [&](const Way& other) {
            return other.line == line && (other.valid | other.dirty) != 0;
        });
        if (way == set.end()) {
            way = std::prev(set.end());
            write_back(*way);
            *way = {.line = line};
        }
        std::rotate(set.begin(), way, std::next(way));
        return set.front();
    }

    // Returns the nanoseconds for which a change occupies an L2 slice: at least change_ns per change and
    // sector_ns per sector.
    static double duration(const L2Request& request) {
        constexpr double sector_ns = 0.66;
        const double once = std::max(change_ns, sector_ns * static_cast<double>(count(request.sectors)));
        return once + (request.times - 1) * (request.float_add ? std::max(once, float_change_ns) : once);
    }

    void write_back(const Way& way) {
        if (way.dirty == 0) return;
        traffic.written += count(way.dirty) * sector_bytes;
        const Sectors unknown = way.dirty & ~Sectors{way.valid};
        traffic.read += count(unknown) * sector_bytes;
        traffic.filled += unknown != 0 ? 1 : 0;
        open_dram_page(way.line);
    }

    /// Counts a scattered access if the line's DRAM page is not the open one in its entry.
    void open_dram_page(std::uint64_t line) {
        const std::uint64_t page = line >> page_lines_bits;
        std::uint64_t& open = pages[page * 0x9e37'79b9'7f4a'7c15 >> (64 - open_pages_bits)];
        traffic.scattered += open == page ? 0 : 1;
        open = page;
    }

    void read(Way& way, Sectors missing) {
        const Sectors pairs = (missing | (missing & 5) << 1 | (missing & 10) >> 1) & ~Sectors{way.valid};
        traffic.read += count(pairs) * sector_bytes;
        way.valid |= static_cast<std::uint8_t>(pairs);
        way.prefetched = (way.prefetched | (pairs & ~missing)) & 15U;
        open_dram_page(way.line);
    }

    static void write(Way& way, const L2Request& request) {
        for (std::size_t sector = 0; sector < way.written.size(); ++sector) {
            if ((request.sectors >> sector & 1) == 0) continue;
            const unsigned written = way.written[sector] + unsigned{request.bytes};
            way.written[sector] = static_cast<std::uint8_t>(std::min<unsigned>(written, sector_bytes));
            if (written >= sector_bytes) way.valid |= static_cast<std::uint8_t>(1U << sector);
        }
    }

    /// Result of a request.
    struct Served {
        std::uint64_t hits = 0;      ///< sectors that needed no DRAM access
        bool waits_for_dram = false; ///< the request waits for DRAM
    };

    Served serve(const L2Request& request) {
        ++traffic.lines;
        Way& way = touch(request.line);
        if (request.use == L2Use::read) {
            traffic.changed += (way.changed & request.sectors) != 0 ? 1 : 0;
            way.changed = way.changed & ~request.sectors & 15U;
        } else {
            way.dirty |= request.sectors;
            way.changed = (way.changed | request.sectors) & 15U;
        }
        if (request.use == L2Use::write) {
            traffic.partial += request.bytes < sector_bytes ? 1 : 0;
            traffic.partial_edges += count(request.partial_edges);
            write(way, request);
            return {count(request.sectors), false};
        }
        if (request.use == L2Use::modify)
            traffic.hottest_ns =
                std::max(traffic.hottest_ns, changes[request.line >> slice_lines_bits] += duration(request));
        const Sectors missing = request.sectors & ~Sectors{way.valid};
        // A sector that was prefetched for another warp has not arrived yet, because the two warps run in
        // parallel.
        const bool waits_for_dram =
            missing != 0 || ((way.prefetched & request.sectors) != 0 && way.reader != request.warp);
        if (missing != 0) {
            read(way, missing);
            way.reader = request.warp;
        }
        way.prefetched = way.prefetched & ~request.sectors & 15U;
        return {count(request.sectors) * request.times - count(missing), waits_for_dram};
    }
};

L2::L2(const Device& device) : bytes_(device.l2_bytes) {}
L2::~L2() = default;

void L2::clear() { tags_.reset(); }

void L2::serve(std::span<const L2Request> requests, std::vector<MemoryTally>& memory) {
    if (requests.empty()) return;
    if (tags_ == nullptr) tags_ = std::make_unique<Tags>(bytes_);
    bool waits_for_dram = false; // state of the current access, which may have several requests
    for (std::size_t n = 0; n < requests.size(); ++n) {
        const L2Request& request = requests[n];
        if (n + prefetch_distance < requests.size()) tags_->prefetch(requests[n + prefetch_distance].line);
        MemoryTally& tally = memory[request.tally];
        const Tags::Served served = tags_->serve(request);
        tally.l2_hits += served.hits;
        waits_for_dram = waits_for_dram && !request.first;
        tally.l2_requests += request.first ? 1 : 0;
        if (waits_for_dram || !served.waits_for_dram) continue;
        waits_for_dram = true;
        ++tally.l2_dram_requests;
    }
}

L2::Traffic L2::take_traffic() {
    if (tags_ == nullptr) return {};
    tags_->traffic.changed_lines = static_cast<double>(tags_->changes.size() << slice_lines_bits);
    tags_->changes.clear();
    return std::exchange(tags_->traffic, {});
}

} // namespace simulator
