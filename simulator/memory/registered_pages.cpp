#include "memory/registered_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "memory/pages.h"

namespace simulator {

namespace {

Address page_of(Address address) { return address / page * page; }

/// Adds a page to the last run, or begins another one.
void append(std::vector<PageRun>& runs, Address own, Address shared) {
    if (!runs.empty() && runs.back().own + runs.back().bytes == own &&
        runs.back().shared + runs.back().bytes == shared) {
        runs.back().bytes += page;
    } else {
        runs.push_back({own, shared, page});
    }
}

off_t place_in_file(Address shared) { return static_cast<off_t>(shared - pinned_range_begin); }

} // namespace

bool RegisteredPages::has_room(std::uint64_t bytes) const {
    const auto there = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * page;
    return bytes <= there && bytes + 2 * page <= device_range_begin - next_;
}

std::vector<PageRun> RegisteredPages::add(Address begin, std::uint64_t bytes) {
    std::vector<PageRun> runs;
    for (Address own = page_of(begin); own < begin + bytes; own += page) {
        const auto [found, added] = pages_.try_emplace(own, Page{next_, 0});
        found->second.pieces += 1;
        if (added) {
            append(runs, own, next_);
            next_ += page; // never used again: there are more than any program registers
        }
    }
    return runs;
}

std::vector<PageRun> RegisteredPages::remove(Address begin, std::uint64_t bytes) {
    std::vector<PageRun> runs;
    for (Address own = page_of(begin); own < begin + bytes; own += page) {
        const auto found = pages_.find(own);
        if (found != pages_.end() && --found->second.pieces == 0) {
            append(runs, own, found->second.shared);
            pages_.erase(found);
        }
    }
    return runs;
}

std::byte* RegisteredPages::view(Address begin, std::uint64_t bytes) const {
    const Address first = page_of(begin);
    const std::uint64_t span = round_up(begin + bytes, page) - first;
    // A page more, because whole vectors may be read behind the end.
    void* const place =
        mmap(nullptr, span + page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) {
        return nullptr;
    }
    auto* const memory = static_cast<std::byte*>(place);
    for (Address own = first; own < first + span;) {
        const Address shared = pages_.at(own).shared;
        std::uint64_t run = page;
        while (own + run < first + span && pages_.at(own + run).shared == shared + run) {
            run += page;
        }
        if (mmap(memory + (own - first), run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file_,
                 place_in_file(shared)) == MAP_FAILED) {
            munmap(place, span + page);
            return nullptr;
        }
        own += run;
    }
    return memory + (begin - first);
}

void RegisteredPages::close_view(std::byte* view, std::uint64_t bytes) {
    const auto begin = reinterpret_cast<Address>(view);
    const Address first = page_of(begin);
    munmap(reinterpret_cast<void*>(first), round_up(begin + bytes, page) - first + page);
}

void RegisteredPages::give_back(const PageRun& run) const {
    fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, place_in_file(run.shared),
              static_cast<off_t>(run.bytes));
}

} // namespace simulator
