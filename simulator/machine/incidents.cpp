#include "machine/incidents.h"

#include <array>
#include <bit>

namespace simulator {

Fault fault_of(const Access& access) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(access.mask));
    const Address address = access.addresses[lane];
    const bool misaligned = (address & (access.bytes - 1U)) != 0;
    Fault fault;
    fault.kind = misaligned ? FaultKind::misaligned_address : FaultKind::illegal_address;
    fault.finding = misaligned ? FindingKind::misaligned : FindingKind::out_of_bounds;
    fault.block = access.place.block;
    fault.thread = access.place.warp * warp_size + lane;
    fault.op = access.op;
    fault.address = address;
    return fault;
}

// Reports incidents to an observer, one after the other.
class Incidents::ReportVisitor {
public:
    ReportVisitor(std::uint64_t block, const Address* addresses, Observer& observer)
        : block_(block), addresses_(addresses), observer_(observer) {}

    void operator()(const WrongAccess& wrong) {
        std::array<Address, warp_size> addresses = {};
        for (Mask rest = wrong.mask; rest != 0; rest &= rest - 1)
            addresses[static_cast<std::size_t>(std::countr_zero(rest))] = *addresses_++;
        Access access;
        access.place = {block_, wrong.warp};
        access.op = wrong.op;
        access.space = wrong.space;
        access.kind = wrong.kind;
        access.bytes = wrong.bytes;
        access.mask = wrong.mask;
        access.addresses = addresses.data();
        observer_.invalid_access(access);
    }
    void operator()(const DivergentBarrier& skipped) {
        observer_.divergent_barrier(block_, skipped.op, skipped.absent);
    }
    void operator()(const MixedBarrier& mixed) { observer_.mixed_barrier(block_, mixed.op, mixed.other_op); }

private:
    std::uint64_t block_;
    const Address* addresses_; ///< addresses of the next access's lanes
    Observer& observer_;
};

void Incidents::add_access(const Access& access) {
    if (!fault_) {
        fault_ = fault_of(access);
        fault_->reported = true;
    }
    incidents_.push_back(
        WrongAccess{access.place.warp, access.op, access.space, access.kind, access.bytes, access.mask});
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1)
        addresses_.push_back(access.addresses[std::countr_zero(rest)]);
    size_ += static_cast<std::size_t>(std::popcount(access.mask));
}

void Incidents::add_divergent_barrier(std::uint32_t op, std::uint32_t absent) {
    incidents_.push_back(DivergentBarrier{op, absent});
    ++size_;
}

void Incidents::add_mixed_barrier(std::uint32_t op, std::uint32_t other_op) {
    incidents_.push_back(MixedBarrier{op, other_op});
    ++size_;
}

void Incidents::report(std::uint64_t block, Observer& observer) const {
    ReportVisitor teller(block, addresses_.data(), observer);
    for (const Incident& incident : incidents_) std::visit(teller, incident);
}

void Incidents::clear() {
    incidents_.clear();
    addresses_.clear();
    fault_.reset();
    size_ = 0;
}

} // namespace simulator
