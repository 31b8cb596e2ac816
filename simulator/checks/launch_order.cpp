#include "checks/launch_order.h"

#include <bit>
#include <utility>

namespace simulator::order {

namespace {

/// Returns whether an access is strong at device or system scope, so that others of its kind may run
/// concurrently.
bool synchronizes(const Access& access) {
    return access.strength != Strength::weak && access.scope == MemoryScope::device;
}

Use use_of(const Access& access) {
    if (access.kind == AccessKind::load) return synchronizes(access) ? Use::strong_read : Use::read;
    return synchronizes(access) ? Use::strong_write : Use::write;
}

/// Returns whether an access may wait for another item's write.
bool may_observe_write(const Access& access) {
    if (!synchronizes(access) || access.kind == AccessKind::store) return false;
    return access.kind == AccessKind::load ? !access.samples : access.result_used;
}

} // namespace

void LaunchOrder::set_work_item(WorkOrder* order, WorkItemPtr item) {
    order_ = order;
    item_ = std::move(item);
}

void LaunchOrder::access(const Access& access, Mask mask, const checks::Extent& extent,
                         const checks::Owners& owners) {
    if (item_ == nullptr) return;
    const Use own_use = use_of(access);
    const auto first = static_cast<unsigned>(std::countr_zero(mask));
    // A host that waits for a kernel's flag must poll, and a fence must separate the data from the flag.
    if (synchronizes(access) && owners.of(first).is_host_accessible() &&
        (fences_ || access.kind != AccessKind::atomic || access.strength != Strength::strong))
        order_->set_communicates_with_host(*item_);
    if (owners.common != nullptr && mask == access.mask &&
        (access.shape == Shape::uniform || access.shape == Shape::consecutive)) {
        use(access, first, own_use, extent.first, extent.span(access));
        return;
    }
    for (Mask left = mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(left));
        use(access, lane, own_use, access.addresses[lane], access.bytes);
    }
}

void LaunchOrder::use(const Access& access, unsigned lane, Use own_use, Address begin, std::uint64_t bytes) {
    for (std::size_t n = 0; n < item_->concurrent_items().size();) {
        const WorkItemPtr conflicting = item_->concurrent_items()[n];
        if (may_observe_write(access) && conflicting->used().of(Use::strong_write).first_in(begin, bytes)) {
            order_->order_after(*item_, *conflicting); // ordered: no longer concurrent
            continue;
        }
        ++n;
        if (const auto by = conflicting->used().first_conflicting_use(own_use, begin, bytes)) {
            reporter_->report(FindingKind::stream_race, access.op, [&](Finding& finding) {
                finding.block = reporter_->block(access.place.block);
                finding.thread = reporter_->thread(access.place.warp * warp_size + lane);
                order_->complete_finding(finding, *item_, own_use, {conflicting, *by});
            });
        }
    }
    item_->use(access.op, own_use, begin, bytes);
}

} // namespace simulator::order
