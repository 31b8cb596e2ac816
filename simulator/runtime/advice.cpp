#include "runtime/advice.h"

#include <iterator>

namespace simulator::runtime {

namespace {

constexpr std::uint64_t page = 4096;

Address page_of(Address address) { return address / page * page; }
Address page_behind(Address address) { return (address + page - 1) / page * page; }

/// Keeps what all agree on.
void agree(Advice& all, const Advice& one) {
    all.read_mostly = all.read_mostly && one.read_mostly;
    all.accessed_by_device = all.accessed_by_device && one.accessed_by_device;
    all.accessed_by_host = all.accessed_by_host && one.accessed_by_host;
    all.preferred = all.preferred == one.preferred ? all.preferred : Residence{};
    all.prefetched = all.prefetched == one.prefetched ? all.prefetched : Residence{};
}

} // namespace

void AdviceBook::change(const Allocation& allocation, Address begin, std::uint64_t bytes,
                        const std::function<void(Advice&)>& how) {
    Steps& steps = books_.try_emplace(allocation.id, Steps{{allocation.begin, {}}}).first->second;
    const auto step_at = [&](Address address) {
        return steps.emplace(address, std::prev(steps.upper_bound(address))->second).first;
    };
    const auto first = step_at(page_of(begin));
    const auto last = step_at(page_behind(begin + bytes));
    for (auto step = first; step != last; ++step) {
        how(step->second);
    }
}

Advice AdviceBook::common(const Allocation& allocation, Address begin, std::uint64_t bytes) const {
    const auto book = books_.find(allocation.id);
    if (book == books_.end()) {
        return {};
    }
    const Steps& steps = book->second;
    auto step = std::prev(steps.upper_bound(page_of(begin)));
    Advice all = step->second;
    for (++step; step != steps.end() && step->first < begin + bytes; ++step) {
        agree(all, step->second);
    }
    return all;
}

} // namespace simulator::runtime
