// Page protection: which memory the host may access while it has not waited for the work that used the
// memory.

#include <algorithm>
#include <utility>

#include "order/work_order.h"

namespace simulator::order {

namespace order_messages = kernelsmith::order_messages;

/// Returns whether the host must wait for an item before it may access what the item used.
bool WorkOrder::host_must_wait_for(const WorkItem& item) const {
    return !item.communicates_with_host() && !host_clock_.has(item.epoch());
}

/// Returns how the host may access a page that an item has used. Protection covers a whole page, and a system
/// call fails if it gets a protected address. So a page is closed only if the item used all bytes of the
/// allocation in the page. For an allocation of at most a page, one used byte suffices.
HostAccess WorkOrder::allowed_host_access(const WorkItem& item, Address page) const {
    const Allocation* const owner = memory_.find(page);
    if (owner == nullptr || !owner->is_host_accessible()) return HostAccess::all;
    // The last page of registered memory may also hold data of the program that the device does not know.
    if (owner->origin == AllocationOrigin::registered && page + ByteSet::page_bytes > owner->end())
        return HostAccess::all;
    const std::uint64_t bytes = std::min(owner->end(), page + ByteSet::page_bytes) - page;
    const auto uses_page = [&](Use use) {
        const ByteSet& used = item.used().of(use);
        return owner->bytes <= ByteSet::page_bytes ? used.first_in(page, bytes).has_value()
                                                   : used.has_all(page, bytes);
    };
    if (uses_page(Use::write) || uses_page(Use::strong_write)) return HostAccess::none;
    return uses_page(Use::read) ? HostAccess::read : HostAccess::all;
}

void WorkOrder::set_page_access(Address page, HostAccess access) {
    if (access == HostAccess::all) {
        pages_.erase(page);
    } else {
        pages_[page] = access;
    }
    if (!changes_.empty() && changes_.back().access == access &&
        changes_.back().begin + changes_.back().bytes == page) {
        changes_.back().bytes += ByteSet::page_bytes;
    } else {
        changes_.push_back({access, page, ByteSet::page_bytes});
    }
}

/// Reopens pages as far as the items that the host must still wait for allow.
void WorkOrder::reopen_pages() {
    std::vector<std::pair<Address, HostAccess>> opened;
    for (const auto& [page, now] : pages_) {
        HostAccess allowed = HostAccess::all;
        for (const WorkItemPtr& item : done_) {
            if (host_must_wait_for(*item)) allowed = std::min(allowed, allowed_host_access(*item, page));
        }
        if (allowed > now) opened.emplace_back(page, allowed);
    }
    for (const auto& [page, allowed] : opened) set_page_access(page, allowed);
}

std::vector<HostChange> WorkOrder::take_host_changes() {
    const Lock lock(mutex_);
    return std::exchange(changes_, {});
}

bool WorkOrder::handle_host_fault(const HostFault& fault) {
    const Allocation* const owner = memory_.find(fault.address);
    if (owner == nullptr || !owner->is_host_accessible()) return false;
    const Lock lock(mutex_);
    // Another thread may have reopened the page since.
    const Address page = fault.address / ByteSet::page_bytes * ByteSet::page_bytes;
    if (pages_.contains(page)) set_page_access(page, HostAccess::all);
    for (const WorkItemPtr& item : done_) {
        if (!host_must_wait_for(*item)) continue;
        const auto by =
            item->used().first_conflicting_use(fault.writes ? Use::write : Use::read, fault.address, 1);
        if (!by) continue;
        Finding finding;
        finding.kind = FindingKind::host_race;
        finding.place = fault.place();
        finding.address = fault.address;
        finding.what = {order_messages::host_has_not_waited,
                        {{"does", Message(fault.writes ? order_messages::writes_memory
                                                       : order_messages::reads_memory)},
                         {"use", item->describe_use(by->use)}}};
        finding.where = describe_address_(fault.address);
        describe_conflicting_item(finding, {item, *by});
        finding.advice = order_messages::wait_before_host_access;
        findings_.add(std::move(finding));
        break;
    }
    return true;
}

} // namespace simulator::order
