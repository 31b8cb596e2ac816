// What the host may touch while work is under way that it has not waited for.

#include <algorithm>
#include <utility>

#include "order/work_order.h"

namespace simulator::order {

namespace order_messages = kernelsmith::order_messages;

/// Whether the host would have to wait for a piece.
bool WorkOrder::concerns_host(const Piece& piece) const {
    return !piece.speaks_with_host() && !host_.has(piece.place());
}

/// What the host may do with a page though a piece has used it. A page is closed as a whole, and a system call that
/// gets its address fails: so only where nobody can be right to touch any of it, or next to nobody.
HostAccess WorkOrder::left_to_host(const Piece& piece, Address page) const {
    const Allocation* const owner = memory_.find(page);
    if (owner == nullptr || !owner->is_host_accessible()) return HostAccess::all;
    // Of the program's own pages there may be more than what the device knows.
    if (owner->origin == AllocationOrigin::registered && page + ByteSet::page > owner->end()) return HostAccess::all;
    const std::uint64_t bytes = std::min(owner->end(), page + ByteSet::page) - page;
    const auto uses_page = [&](Use use) {
        const ByteSet& used = piece.used().of(use);
        return owner->bytes <= ByteSet::page ? used.first_in(page, bytes).has_value()
                                             : used.has_all(page, bytes);
    };
    if (uses_page(Use::write) || uses_page(Use::strong_write)) return HostAccess::none;
    return uses_page(Use::read) ? HostAccess::read : HostAccess::all;
}

void WorkOrder::set_page(Address page, HostAccess access) {
    if (access == HostAccess::all) {
        pages_.erase(page);
    } else {
        pages_[page] = access;
    }
    if (!changes_.empty() && changes_.back().access == access &&
        changes_.back().begin + changes_.back().bytes == page) {
        changes_.back().bytes += ByteSet::page;
    } else {
        changes_.push_back({access, page, ByteSet::page});
    }
}

/// As far as nobody uses them any more whom the host would have to wait for.
void WorkOrder::open_pages() {
    std::vector<std::pair<Address, HostAccess>> opened;
    for (const auto& [page, now] : pages_) {
        HostAccess left = HostAccess::all;
        for (const PiecePtr& piece : done_) {
            if (concerns_host(*piece)) left = std::min(left, left_to_host(*piece, page));
        }
        if (left > now) opened.emplace_back(page, left);
    }
    for (const auto& [page, left] : opened) set_page(page, left);
}

std::vector<HostChange> WorkOrder::take_host_changes() {
    const Lock lock(mutex_);
    return std::exchange(changes_, {});
}

bool WorkOrder::host_touches(const Touch& touch) {
    const Allocation* const owner = memory_.find(touch.address);
    if (owner == nullptr || !owner->is_host_accessible()) return false;
    const Lock lock(mutex_);
    // Another thread may have had it opened since.
    const Address page = touch.address / ByteSet::page * ByteSet::page;
    if (pages_.contains(page)) set_page(page, HostAccess::all);
    for (const PiecePtr& piece : done_) {
        if (!concerns_host(*piece)) continue;
        const auto by = piece->used().disturbed_by(touch.writes ? Use::write : Use::read, touch.address, 1);
        if (!by) continue;
        Finding finding;
        finding.kind = FindingKind::host_race;
        finding.place = touch.place();
        finding.address = touch.address;
        finding.what = {order_messages::host_has_not_waited,
                        {{"does", Message(touch.writes ? order_messages::writes_memory
                                                       : order_messages::reads_memory)},
                         {"use", piece->use_of(by->use)}}};
        finding.where = explain_(touch.address);
        name_other(finding, {piece, *by});
        finding.advice = order_messages::wait_before_host_access;
        findings_.add(std::move(finding));
        break;
    }
    return true;
}

} // namespace simulator::order
