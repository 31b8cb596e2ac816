#pragma once

/// @file
/// Finds work of different streams, and touches of the host's, that use the same bytes while nothing says which of
/// them comes first.

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

/// A piece of work that was done before another one, or before the host's turn, and nothing says that it comes before.
struct ConflictingItem {
    WorkItemPtr item;             ///< which
    UsedBytes::ConflictingUse by; ///< what it does
};

/// Something that the host would do with a byte.
struct HostFault {
    Address address = 0;                   ///< of the byte
    bool writes = false;                   ///< or only reads
    std::function<CodePlace()> place = {}; ///< in the program
};

/// Knows which pieces of work come behind which. What they use is kept until all that may still come is known to come
/// behind them.
///
/// All threads of the host count as one, which knows what any of them has waited for. Safe to use from several threads;
/// a piece under way belongs to the thread that does it, and one is under way at a time, but for those that poll.
class WorkOrder {
public:
    /// Which memory an address belongs to.
    using Explain = std::function<Message(Address)>;

    /// All that is given has to outlive it.
    WorkOrder(const DeviceMemory& memory, Findings& findings, Explain explain)
        : memory_(memory), findings_(findings), explain_(std::move(explain)) {}

    /// A new piece, behind @p after and all that the host knows of. @p stream: which does it, one of
    /// finding_messages/order_messages.h.
    WorkItemPtr add(std::span<const WorkItemPtr> after, Message stream);
    /// Its turn has come.
    void begin(const WorkItemPtr& item);
    /// It is done.
    void end(const WorkItemPtr& item);

    /// The host has waited for a piece.
    void host_waited_for(const WorkItem& item);
    /// The host has waited for all that comes before a piece.
    void host_waited_for_predecessors_of(const WorkItem& item);
    /// The host has waited for all work.
    void host_waited_for_all();
    /// A piece may tell the host through memory that it goes on, and so that all before it is done.
    void set_communicates_with_host(WorkItem& item);
    /// A piece comes behind another one, since the two have talked through memory.
    void order_after(WorkItem& item, const WorkItem& other);
    /// Other processes may have put all work so far before a piece.
    void order_after_all(WorkItem& item);

    /// A piece under way that is a call of the host's uses bytes; a rival is told.
    void use(WorkItem& item, Use use, Address begin, std::uint64_t bytes);
    /// Adds to a finding about a use of a piece under way what is said of a rival.
    void explain(Finding& finding, const WorkItem& item, Use use, const ConflictingItem& conflicting) const;

    /// Memory is gone.
    void forget(Address begin, std::uint64_t bytes);

    /// What the host may touch, or no longer, since this was last asked.
    std::vector<HostChange> take_host_changes();
    /// The host was stopped when it touched a byte. False when that has nothing to do with order. A rival is told, and
    /// then the page may be touched.
    bool handle_host_fault(const HostFault& fault);

private:
    using Lock = std::lock_guard<std::mutex>;

    /// All that a piece knew when it heard of another one through memory.
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
    Explain explain_;

    std::mutex mutex_;
    std::vector<std::uint64_t> last_positions_;  ///< positions, by chain
    VectorClock host_clock_;                     ///< what it has waited for
    std::vector<WorkItemPtr> pending_;           ///< asked for, not done
    std::vector<WorkItemPtr> done_;              ///< those that something to come may not be behind
    std::vector<AcquiredClock> acquired_clocks_; ///< in this order
    std::map<Address, HostAccess> pages_;        ///< that the host must not touch as it likes
    std::vector<HostChange> changes_;            ///< of them
};

} // namespace simulator::order
