#include "runtime/memory_advice.h"

#include <iterator>

namespace simulator::runtime {

namespace {

constexpr std::uint64_t page_bytes = 4096;

Address page_of(Address address) { return address / page_bytes * page_bytes; }
Address page_after(Address address) { return (address + page_bytes - 1) / page_bytes * page_bytes; }

/// Resets the members of @p all that differ from @p one.
void keep_common_advice(Advice& all, const Advice& one) {
    all.read_mostly = all.read_mostly && one.read_mostly;
    all.accessed_by_device = all.accessed_by_device && one.accessed_by_device;
    all.accessed_by_host = all.accessed_by_host && one.accessed_by_host;
    all.preferred = all.preferred == one.preferred ? all.preferred : Residence{};
    all.prefetched = all.prefetched == one.prefetched ? all.prefetched : Residence{};
}

} // namespace

void MemoryAdvice::change(const Allocation& allocation, Address begin, std::uint64_t bytes,
                          const std::function<void(Advice&)>& how) {
    AdviceRanges& ranges =
        ranges_of_allocation_.try_emplace(allocation.id, AdviceRanges{{allocation.begin, {}}}).first->second;
    const auto range_at = [&](Address address) {
        return ranges.emplace(address, std::prev(ranges.upper_bound(address))->second).first;
    };
    const auto first = range_at(page_of(begin));
    const auto last = range_at(page_after(begin + bytes));
    for (auto range = first; range != last; ++range) {
        how(range->second);
    }
}

Advice MemoryAdvice::common(const Allocation& allocation, Address begin, std::uint64_t bytes) const {
    const auto ranges_of = ranges_of_allocation_.find(allocation.id);
    if (ranges_of == ranges_of_allocation_.end()) {
        return {};
    }
    const AdviceRanges& ranges = ranges_of->second;
    auto range = std::prev(ranges.upper_bound(page_of(begin)));
    Advice all = range->second;
    for (++range; range != ranges.end() && range->first < begin + bytes; ++range) {
        keep_common_advice(all, range->second);
    }
    return all;
}

} // namespace simulator::runtime
