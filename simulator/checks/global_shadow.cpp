#include "checks/global_shadow.h"

#include <algorithm>

namespace simulator {

checks::WrittenBits* GlobalShadow::bits(const Allocation& allocation) {
    const AllocationOrigin origin = allocation.origin;
    if (origin != AllocationOrigin::device && origin != AllocationOrigin::async &&
        origin != AllocationOrigin::heap)
        return nullptr;
    return &bits_.try_emplace(allocation.id, allocation.bytes).first->second;
}

void GlobalShadow::written(Address address, std::uint64_t bytes) {
    const Allocation* allocation = memory_->find(address);
    if (allocation == nullptr) return;
    checks::WrittenBits* target = bits(*allocation);
    if (target != nullptr)
        target->set(address - allocation->begin, std::min(bytes, allocation->end() - address));
}

void GlobalShadow::copied(Address destination, Address source, std::uint64_t bytes) {
    const Allocation* to = memory_->find(destination);
    const Allocation* from = memory_->find(source);
    if (to == nullptr) return;
    const checks::WrittenBits* known = from != nullptr ? bits(*from) : nullptr;
    checks::WrittenBits* target = bits(*to);
    if (target == nullptr) return;
    if (known == nullptr) {
        written(destination, bytes);
        return;
    }
    bytes = std::min({bytes, to->end() - destination, from->end() - source});
    for (std::uint64_t done = 0; done < bytes; done += 64) {
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(64, bytes - done));
        target->put(destination - to->begin + done, count, known->get(source - from->begin + done, count));
    }
}

} // namespace simulator
