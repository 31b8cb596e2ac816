#include "memory/registered_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "memory/pages.h"

namespace simulator {

namespace {

Address page_of(Address address) { return address / page_bytes * page_bytes; }

/// Appends a page to the last run, or starts a new run.
void append(std::vector<PageMapping>& runs, Address program_address, Address shared_address) {
    if (!runs.empty() && runs.back().program_address + runs.back().bytes == program_address &&
        runs.back().shared_address + runs.back().bytes == shared_address) {
        runs.back().bytes += page_bytes;
    } else {
        runs.push_back({program_address, shared_address, page_bytes});
    }
}

off_t place_in_file(Address shared_address) {
    return static_cast<off_t>(shared_address - pinned_range_begin);
}

} // namespace

bool RegisteredPages::has_room(std::uint64_t bytes) const {
    const auto host_bytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * page_bytes;
    return bytes <= host_bytes && bytes + 2 * page_bytes <= device_range_begin - next_;
}

std::vector<PageMapping> RegisteredPages::add(Address begin, std::uint64_t bytes) {
    std::vector<PageMapping> runs;
    for (Address program_address = page_of(begin); program_address < begin + bytes;
         program_address += page_bytes) {
        const auto [found, added] = pages_.try_emplace(program_address, Page{next_, 0});
        found->second.registrations += 1;
        if (added) {
            append(runs, program_address, next_);
            next_ += page_bytes; // never reused: there are more addresses than any program registers
        }
    }
    return runs;
}

std::vector<PageMapping> RegisteredPages::remove(Address begin, std::uint64_t bytes) {
    std::vector<PageMapping> runs;
    for (Address program_address = page_of(begin); program_address < begin + bytes;
         program_address += page_bytes) {
        const auto found = pages_.find(program_address);
        if (found != pages_.end() && --found->second.registrations == 0) {
            append(runs, program_address, found->second.shared_address);
            pages_.erase(found);
        }
    }
    return runs;
}

std::byte* RegisteredPages::view(Address begin, std::uint64_t bytes) const {
    const Address first = page_of(begin);
    const std::uint64_t span = round_up(begin + bytes, page_bytes) - first;
    // One more page, because vector loads may read past the end.
    void* const mapping =
        mmap(nullptr, span + page_bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) {
        return nullptr;
    }
    auto* const memory = static_cast<std::byte*>(mapping);
    for (Address program_address = first; program_address < first + span;) {
        const Address shared_address = pages_.at(program_address).shared_address;
        std::uint64_t run = page_bytes;
        while (program_address + run < first + span &&
               pages_.at(program_address + run).shared_address == shared_address + run) {
            run += page_bytes;
        }
        if (mmap(memory + (program_address - first), run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                 file_, place_in_file(shared_address)) == MAP_FAILED) {
            munmap(mapping, span + page_bytes);
            return nullptr;
        }
        program_address += run;
    }
    return memory + (begin - first);
}

void RegisteredPages::close_view(std::byte* view, std::uint64_t bytes) {
    const auto begin = reinterpret_cast<Address>(view);
    const Address first = page_of(begin);
    munmap(reinterpret_cast<void*>(first), round_up(begin + bytes, page_bytes) - first + page_bytes);
}

void RegisteredPages::punch_hole(const PageMapping& run) const {
    fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, place_in_file(run.shared_address),
              static_cast<off_t>(run.bytes));
}

} // namespace simulator
