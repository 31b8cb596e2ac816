#pragma once

/// @file
/// Detects stream races and host races: conflicting uses of the same bytes, by work items of different
/// streams or by an item and the host, without a happens-before order.

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "findings/finding.h"
#include "memory/device_memory.h"
#include "order/work_item.h"

namespace simulator::order {

/// A work item that ran before another item or before a host access, conflicts with it, and does not happen
/// before it.
struct ConflictingItem {
    WorkItemPtr item;             ///< the earlier item
    UsedBytes::ConflictingUse by; ///< how it uses the lowest conflicting byte
};

/// A host access to a protected page.
struct HostFault {
    Address address = 0;                   ///< address of the accessed byte
    bool writes = false;                   ///< false: reads
    std::function<CodePlace()> place = {}; ///< returns its location in the program
};

/// The happens-before order of all work items, as vector clocks. The bytes that an item used are kept until
/// the item happens before all items that may still come.
///
/// All host threads count as one, which has waited for everything that any of them has waited for.
/// Thread-safe; an item in progress belongs to the thread that executes it. One item is in progress at a
/// time, except that items which poll overlap with others.
class WorkOrder {
public:
    /// Describes the memory that an address belongs to.
    using DescribeAddress = std::function<Message(Address)>;

    /// All arguments must outlive the object.
    WorkOrder(const DeviceMemory& memory, Findings& findings, DescribeAddress describe_address)
        : memory_(memory), findings_(findings), describe_address_(std::move(describe_address)) {}

    /// Creates an item after @p after and after everything that the host has waited for. @p stream names its
    /// stream by a message of finding_messages/order_messages.h.
    WorkItemPtr add(std::span<const WorkItemPtr> after, Message stream);
    /// Starts an item: determines which completed items are concurrent with it.
    void begin(const WorkItemPtr& item);
    /// Completes an item: keeps the bytes that it used, and protects pages from the host.
    void end(const WorkItemPtr& item);

    /// Records that the host has waited for an item.
    void host_waited_for(const WorkItem& item);
    /// Records that the host has waited for all items that happen before an item.
    void host_waited_for_predecessors_of(const WorkItem& item);
    /// Records that the host has waited for all work.
    void host_waited_for_all();
    /// Records that an item may signal the host through memory. Its signal implies that all items before it
    /// are done.
    void set_communicates_with_host(WorkItem& item);
    /// Orders an item after another one, because they have synchronized through memory.
    void order_after(WorkItem& item, const WorkItem& other);
    /// Orders an item after all work so far, because other processes may have synchronized with it.
    void order_after_all(WorkItem& item);

    /// Records that an item that a call of the host executes, such as a copy, uses bytes. Reports the first
    /// conflicting item.
    void use(WorkItem& item, Use use, Address begin, std::uint64_t bytes);
    /// Completes a finding about a use by an item in progress with the description of the conflicting item.
    void complete_finding(Finding& finding, const WorkItem& item, Use use,
                          const ConflictingItem& conflicting) const;

    /// Forgets freed memory.
    void forget(Address begin, std::uint64_t bytes);

    /// Returns the changes of the host's page access since the last call.
    std::vector<HostChange> take_host_changes();
    /// Handles the fault of a host access to a protected page: reports a conflicting item and unprotects the
    /// page. Returns false if the fault has nothing to do with the order of work.
    bool handle_host_fault(const HostFault& fault);

private:
    using Lock = std::lock_guard<std::mutex>;

    /// Clock of an item when it acquired another one's clock through memory.
    struct AcquiredClock {
        Epoch epoch;
        VectorClock clock;
    };

    static void describe_conflicting_item(Finding& finding, const ConflictingItem& conflicting);
    void join_acquired_clocks(VectorClock& clock) const;
    void acquire(WorkItem& item, const VectorClock& more);
    void join_host_clock(const VectorClock& more);
    [[nodiscard]] bool host_must_wait_for(const WorkItem& item) const;
    [[nodiscard]] HostAccess allowed_host_access(const WorkItem& item, Address page) const;
    void set_page_access(Address page, HostAccess access);
    void reopen_pages();

    const DeviceMemory& memory_;
    Findings& findings_;
    DescribeAddress describe_address_;

    std::mutex mutex_;
    std::vector<std::uint64_t> last_positions_; ///< position of the last item per chain
    VectorClock host_clock_;                    ///< what the host has waited for
    std::vector<WorkItemPtr> pending_;          ///< submitted, not complete
    std::vector<WorkItemPtr> done_; ///< complete, but not ordered before everything that may still come
    std::vector<AcquiredClock> acquired_clocks_; ///< in the order of acquisition
    std::map<Address, HostAccess> pages_;        ///< access that the host has to each protected page
    std::vector<HostChange> changes_;            ///< changes of pages_ that are not yet taken
};

} // namespace simulator::order
