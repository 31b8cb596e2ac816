#include "order/work_order.h"

#include <algorithm>
#include <utility>

namespace simulator::order {

namespace order_messages = kernelsmith::order_messages;

WorkItemPtr WorkOrder::add(std::span<const WorkItemPtr> after, Message stream) {
    const Lock lock(mutex_);
    VectorClock before = host_clock_;
    for (const WorkItemPtr& item : after) {
        before.join(item->clock());
        before.join(item->epoch());
    }
    // Append to a chain whose last item happens before this one anyway. So there are only as many chains as
    // concurrent items.
    const auto ends_chain = [&](std::size_t chain) { return before.of(chain) == last_positions_[chain]; };
    const auto predecessor =
        std::ranges::find_if(after, [&](const WorkItemPtr& item) { return ends_chain(item->epoch().chain); });
    std::size_t chain = 0;
    if (predecessor != after.end()) {
        chain = (*predecessor)->epoch().chain;
    } else {
        while (chain < last_positions_.size() && !ends_chain(chain)) ++chain;
    }
    last_positions_.resize(std::max(last_positions_.size(), chain + 1));
    pending_.push_back(std::make_shared<WorkItem>(Epoch{chain, ++last_positions_[chain]}, std::move(before),
                                                  std::move(stream)));
    return pending_.back();
}

void WorkOrder::join_acquired_clocks(VectorClock& clock) const {
    for (const AcquiredClock& acquired : acquired_clocks_) {
        if (clock.has(acquired.epoch)) clock.join(acquired.clock);
    }
}

void WorkOrder::acquire(WorkItem& item, const VectorClock& more) {
    item.join(more);
    acquired_clocks_.push_back({item.epoch(), item.clock()});
    std::vector<WorkItemPtr> concurrent_items = item.concurrent_items();
    std::erase_if(concurrent_items,
                  [&](const WorkItemPtr& conflicting) { return item.clock().has(conflicting->epoch()); });
    item.set_concurrent_items(std::move(concurrent_items));
}

void WorkOrder::set_communicates_with_host(WorkItem& item) {
    if (item.communicates_with_host()) return;
    const Lock lock(mutex_);
    item.set_communicates_with_host();
    join_host_clock(item.clock());
}

void WorkOrder::order_after(WorkItem& item, const WorkItem& other) {
    const Lock lock(mutex_);
    VectorClock more = other.clock();
    more.join(other.epoch());
    acquire(item, more);
}

void WorkOrder::order_after_all(WorkItem& item) {
    const Lock lock(mutex_);
    VectorClock more;
    for (std::size_t chain = 0; chain < last_positions_.size(); ++chain)
        more.join(Epoch{chain, last_positions_[chain]});
    acquire(item, more);
}

void WorkOrder::begin(const WorkItemPtr& item) {
    const Lock lock(mutex_);
    VectorClock more = item->clock();
    join_acquired_clocks(more);
    item->join(more);
    std::vector<WorkItemPtr> concurrent_items;
    std::ranges::copy_if(done_, std::back_inserter(concurrent_items),
                         [&](const WorkItemPtr& other) { return !item->clock().has(other->epoch()); });
    item->set_concurrent_items(std::move(concurrent_items));
}

void WorkOrder::end(const WorkItemPtr& item) {
    const Lock lock(mutex_);
    std::erase(pending_, item);
    item->set_concurrent_items({});
    if (item->used().empty()) return;
    for (const WorkItemPtr& other : done_) {
        if (item->clock().has(other->epoch())) other->forget_covered_by(*item);
    }
    std::erase_if(done_, [](const WorkItemPtr& other) { return other->used().empty(); });
    done_.push_back(item);
    if (!host_must_wait_for(*item)) return;
    item->used().for_each_page([&](Address page) {
        const HostAccess left = allowed_host_access(*item, page);
        const auto now = pages_.find(page);
        if (left != HostAccess::all && (now == pages_.end() || left < now->second))
            set_page_access(page, left);
    });
}

void WorkOrder::join_host_clock(const VectorClock& more) {
    host_clock_.join(more);
    join_acquired_clocks(host_clock_);
    const auto all_happen_after = [&](Epoch epoch) {
        return host_clock_.has(epoch) && std::ranges::all_of(pending_, [&](const WorkItemPtr& item) {
                   return item->clock().has(epoch);
               });
    };
    std::erase_if(done_, [&](const WorkItemPtr& item) { return all_happen_after(item->epoch()); });
    std::erase_if(acquired_clocks_,
                  [&](const AcquiredClock& acquired) { return all_happen_after(acquired.epoch); });
    reopen_pages();
}

void WorkOrder::host_waited_for(const WorkItem& item) {
    const Lock lock(mutex_);
    VectorClock more = item.clock();
    more.join(item.epoch());
    join_host_clock(more);
}

void WorkOrder::host_waited_for_predecessors_of(const WorkItem& item) {
    const Lock lock(mutex_);
    join_host_clock(item.clock());
}

void WorkOrder::host_waited_for_all() {
    const Lock lock(mutex_);
    VectorClock more;
    for (std::size_t chain = 0; chain < last_positions_.size(); ++chain)
        more.join(Epoch{chain, last_positions_[chain]});
    join_host_clock(more);
}

void WorkOrder::use(WorkItem& item, Use use, Address begin, std::uint64_t bytes) {
    if (bytes == 0) return;
    for (const WorkItemPtr& conflicting : item.concurrent_items()) {
        if (const auto by = conflicting->used().first_conflicting_use(use, begin, bytes)) {
            Finding finding;
            item.use(0, use, begin, bytes);
            finding.place = item.code_place_of(use, begin).value_or(CodePlace{});
            complete_finding(finding, item, use, {conflicting, *by});
            findings_.add(std::move(finding));
            return;
        }
    }
    item.use(0, use, begin, bytes);
}

void WorkOrder::complete_finding(Finding& finding, const WorkItem& item, Use use,
                                 const ConflictingItem& conflicting) const {
    const WorkItem& other = *conflicting.item;
    // Items of one stream are ordered, except the nodes of a graph.
    const bool both_in_graph = item.stream() == other.stream();
    finding.kind = FindingKind::stream_race;
    finding.address = conflicting.by.at;
    finding.what = {order_messages::unordered_streams,
                    {{"use", item.describe_use(use)}, {"other", other.describe_use(conflicting.by.use)}}};
    finding.where = describe_address_(conflicting.by.at);
    describe_conflicting_item(finding, conflicting);
    finding.advice =
        both_in_graph ? order_messages::add_graph_dependency : order_messages::order_streams_by_event;
}

void WorkOrder::describe_conflicting_item(Finding& finding, const ConflictingItem& conflicting) {
    finding.other = conflicting.item->what();
    finding.other_place = conflicting.item->code_place_of(conflicting.by.use, conflicting.by.at);
    // A known line is reported with the location.
    const bool line_is_known = finding.other_place && finding.other_place->line != 0;
    if (finding.other_place && !line_is_known && !finding.other_place->function.empty())
        finding.other = {order_messages::work_in_function,
                         {{"work", conflicting.item->what()}, {"function", finding.other_place->function}}};
}

void WorkOrder::forget(Address begin, std::uint64_t bytes) {
    const Lock lock(mutex_);
    for (const WorkItemPtr& item : done_) item->forget(begin, bytes);
    // The code that unmaps the pages informs the host itself.
    pages_.erase(pages_.lower_bound(begin), pages_.lower_bound(begin + bytes));
    std::erase_if(changes_, [&](const HostChange& change) {
        return change.begin >= begin && change.begin < begin + bytes;
    });
}

} // namespace simulator::order
