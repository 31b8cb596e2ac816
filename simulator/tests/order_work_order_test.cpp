#include <catch2/catch_test_macros.hpp>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "finding_messages/order_messages.h"
#include "memory/device_memory.h"
#include "order/work_order.h"

namespace {

using namespace simulator;
using order::Use;
using order::WorkItemPtr;

/// Work items of streams that are executed when they are submitted.
class OrderBench {
public:
    /// Executes an item of a stream, after the stream's last item and @p after, that uses the bytes from @p
    /// first on.
    WorkItemPtr work(char stream, Use use, Address first, std::uint64_t bytes,
                     std::vector<WorkItemPtr> after = {}) {
        WorkItemPtr item = ask_for(stream, std::move(after));
        perform(item, use, first, bytes);
        return item;
    }
    WorkItemPtr ask_for(char stream, std::vector<WorkItemPtr> after = {}) {
        if (last_.contains(stream)) after.push_back(last_.at(stream));
        return last_[stream] = order.add(after, Message(kernelsmith::order_messages::numbered_stream,
                                                        {{"id", int{stream}}}));
    }
    void perform(const WorkItemPtr& item, Use use, Address first, std::uint64_t bytes) {
        item->describe(kernelsmith::order_messages::copy_work,
                       [](std::uint32_t) { return CodePlace{.function = "main"}; });
        order.begin(item);
        order.use(*item, use, array + first, bytes);
        order.end(item);
    }
    /// The host accesses a byte.
    bool touch(Address address, bool writes) {
        return order.handle_host_fault(
            {.address = address, .writes = writes, .place = [] { return CodePlace{.function = "host"}; }});
    }
    /// Returns the number of findings of a kind.
    [[nodiscard]] std::uint64_t count(FindingKind kind) const {
        std::uint64_t count = 0;
        for (const Finding& finding : findings.all()) count += finding.kind == kind ? finding.count : 0;
        return count;
    }
    [[nodiscard]] std::uint64_t races() const { return count(FindingKind::stream_race); }

    DeviceMemory memory{std::uint64_t{1} << 32};
    Findings findings;
    order::WorkOrder order{memory, findings, [](Address) { return Message(); }};
    Address array = memory.allocate(1 << 16, AllocationOrigin::device, {})->begin;

private:
    std::map<char, WorkItemPtr> last_;
};

} // namespace

TEST_CASE("work of two streams races where one writes", "[order]") {
    OrderBench bench;
    bench.work('a', Use::write, 0, 4);
    SECTION("a read") {
        bench.work('b', Use::read, 0, 4);
        CHECK(bench.races() == 1);
    }
    SECTION("a write") {
        bench.work('b', Use::write, 3, 4);
        CHECK(bench.races() == 1);
    }
    SECTION("an atomic") {
        bench.work('b', Use::strong_write, 0, 4);
        CHECK(bench.races() == 1);
    }
    SECTION("other bytes") {
        bench.work('b', Use::write, 4, 4);
        CHECK(bench.races() == 0);
    }
    SECTION("its own stream") {
        bench.work('a', Use::write, 0, 4);
        CHECK(bench.races() == 0);
    }
}

TEST_CASE("work of two streams does not race if both only read or both are atomic", "[order]") {
    OrderBench bench;
    bench.work('a', Use::read, 0, 4);
    bench.work('b', Use::read, 0, 4);
    bench.work('a', Use::strong_write, 8, 4);
    bench.work('b', Use::strong_write, 8, 4);
    bench.work('b', Use::strong_read, 8, 4);
    CHECK(bench.races() == 0);
    bench.work('c', Use::read, 8, 4);
    CHECK(bench.races() == 1);
}

TEST_CASE("an event orders the work before it and not the work after it", "[order]") {
    OrderBench bench;
    bench.work('a', Use::write, 0, 4);
    const WorkItemPtr event = bench.work('a', Use::write, 8, 4);
    bench.work('a', Use::write, 16, 4);
    bench.work('b', Use::read, 0, 12, {event});
    CHECK(bench.races() == 0);
    bench.work('b', Use::read, 16, 4);
    CHECK(bench.races() == 1);
}

TEST_CASE("work that the host has waited for precedes the work that it submits next", "[order]") {
    OrderBench bench;
    const WorkItemPtr first = bench.work('a', Use::write, 0, 4);
    bench.work('a', Use::write, 8, 4);
    const WorkItemPtr asked_before = bench.ask_for('b');
    bench.order.host_waited_for(*first);
    bench.work('c', Use::read, 0, 4);
    CHECK(bench.races() == 0);
    bench.perform(asked_before, Use::read, 0, 4);
    CHECK(bench.races() == 1);
    bench.order.host_waited_for_all();
    bench.work('c', Use::write, 0, 16);
    CHECK(bench.races() == 1);
}

TEST_CASE("acquiring a value of other work orders a work item and its successors after it", "[order]") {
    OrderBench bench;
    const WorkItemPtr told = bench.work('a', Use::write, 0, 4);
    const WorkItemPtr hears = bench.ask_for('b');
    const WorkItemPtr later = bench.ask_for('b');
    bench.order.begin(hears);
    CHECK(hears->concurrent_items().size() == 1);
    bench.order.order_after(*hears, *told);
    CHECK(hears->concurrent_items().empty());
    bench.order.end(hears);
    bench.perform(later, Use::write, 0, 4);
    CHECK(bench.races() == 0);
    bench.work('c', Use::write, 0, 4);
    CHECK(bench.races() == 1);
}

TEST_CASE("work on memory from before its free causes no race after it", "[order]") {
    OrderBench bench;
    bench.work('a', Use::write, 0, 64);
    bench.order.forget(bench.array, 32);
    bench.work('b', Use::write, 0, 32);
    CHECK(bench.races() == 0);
    bench.work('b', Use::write, 32, 1);
    CHECK(bench.races() == 1);
}

// Uses that are forgotten because a later item covers them must not hide a race, and known order must not be
// forgotten. The reference keeps every item, and searches everything that each comes after.
TEST_CASE("races of random work items equal those of a reference that keeps all items", "[order]") {
    for (unsigned seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
        struct Done {
            std::set<std::size_t> before;
            Use use;
            Address first;
            std::uint64_t bytes;
        };
        OrderBench bench;
        std::vector<Done> all;
        std::vector<WorkItemPtr> pieces;
        std::map<char, std::size_t> last;
        std::set<std::size_t> host;
        const auto add_with_past = [&](std::set<std::size_t>& to, std::size_t one) {
            to.insert(one);
            to.insert(all[one].before.begin(), all[one].before.end());
        };
        for (int step = 0; step < 40; ++step) {
            if (!pieces.empty() && below(6) == 0) {
                const std::size_t one = below(static_cast<unsigned>(pieces.size()));
                bench.order.host_waited_for(*pieces[one]);
                add_with_past(host, one);
                continue;
            }
            const char stream = static_cast<char>('a' + below(4));
            Done done{host, static_cast<Use>(below(4)), below(6), 1 + below(4)};
            std::vector<WorkItemPtr> after;
            if (!pieces.empty() && below(3) == 0) {
                const std::size_t one = below(static_cast<unsigned>(pieces.size()));
                after.push_back(pieces[one]);
                add_with_past(done.before, one);
            }
            if (last.contains(stream)) add_with_past(done.before, last[stream]);
            bool races = false;
            for (std::size_t other = 0; other < all.size(); ++other) {
                const bool meet = all[other].first < done.first + done.bytes &&
                                  done.first < all[other].first + all[other].bytes;
                races = races || (!done.before.contains(other) && meet &&
                                  order::uses_conflict(all[other].use, done.use));
            }
            const std::uint64_t known = bench.races();
            pieces.push_back(bench.work(stream, done.use, done.first, done.bytes, after));
            REQUIRE((bench.races() > known) == races);
            last[stream] = all.size();
            all.push_back(done);
        }
    }
}

TEST_CASE("pages that pending work uses are protected from host accesses", "[order]") {
    OrderBench bench;
    const Allocation& pinned =
        *bench.memory.allocate(3 * order::ByteSet::page_bytes, AllocationOrigin::pinned, {});
    bench.memory.take_host_changes();
    bench.array = pinned.begin;

    const WorkItemPtr write = bench.work('a', Use::write, 0, order::ByteSet::page_bytes + 1);
    std::vector<HostChange> changes = bench.order.take_host_changes();
    REQUIRE(changes.size() == 1); // the second page is only partly used
    CHECK(changes[0].access == HostAccess::none);
    CHECK(changes[0].begin == pinned.begin);
    CHECK(changes[0].bytes == order::ByteSet::page_bytes);

    SECTION("and is told when it does, and may then") {
        CHECK(bench.touch(pinned.begin + 8, false));
        CHECK(bench.count(FindingKind::host_race) == 1);
        changes = bench.order.take_host_changes();
        REQUIRE(changes.size() == 1);
        CHECK(changes[0].access == HostAccess::all);
    }
    SECTION("but may when it has waited") {
        bench.order.host_waited_for(*write);
        changes = bench.order.take_host_changes();
        REQUIRE(changes.size() == 1);
        CHECK(changes[0].access == HostAccess::all);
        CHECK(bench.touch(pinned.begin + 8, true));
        CHECK(bench.count(FindingKind::host_race) == 0);
    }
    SECTION("and only reads what work reads") {
        bench.work('a', Use::read, 2 * order::ByteSet::page_bytes, order::ByteSet::page_bytes);
        changes = bench.order.take_host_changes();
        REQUIRE(changes.size() == 1);
        CHECK(changes[0].access == HostAccess::read);
        CHECK(bench.touch(pinned.begin + 2 * order::ByteSet::page_bytes, false));
        CHECK(bench.count(FindingKind::host_race) == 0);
        CHECK(bench.touch(pinned.begin + 2 * order::ByteSet::page_bytes, true));
        CHECK(bench.count(FindingKind::host_race) == 1);
    }
    SECTION("and addresses that are not its business are somebody else's") {
        CHECK_FALSE(bench.touch(pinned.end() + 100, false));
    }
}

TEST_CASE("small allocations are protected as a whole unless the work communicates with the host",
          "[order]") {
    OrderBench bench;
    const Allocation& result = *bench.memory.allocate(8, AllocationOrigin::managed, {});
    bench.array = result.begin;
    bench.work('a', Use::write, 4, 4);
    REQUIRE(bench.order.take_host_changes().size() == 1);
    CHECK(bench.touch(result.begin, true)); // next to the used bytes
    CHECK(bench.count(FindingKind::host_race) == 0);
    bench.order.host_waited_for_all();
    bench.order.take_host_changes();

    const WorkItemPtr talks = bench.ask_for('a');
    bench.order.set_communicates_with_host(*talks);
    bench.perform(talks, Use::write, 0, 8);
    CHECK(bench.order.take_host_changes().empty());
}
