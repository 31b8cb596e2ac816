#include "order/work_item.h"

#include <algorithm>

namespace simulator::order {

namespace order_messages = kernelsmith::order_messages;

namespace {

constexpr std::array all_uses = {Use::read, Use::write, Use::strong_read, Use::strong_write};

constexpr bool is_strong(Use use) { return use == Use::strong_read || use == Use::strong_write; }

} // namespace

bool uses_conflict(Use one, Use other) {
    return (writes(one) || writes(other)) && !(is_strong(one) && is_strong(other));
}

void UsedBytes::remove(Address begin, std::uint64_t bytes) {
    for (ByteSet& set : sets_) set.remove(begin, bytes);
}

bool UsedBytes::empty() const {
    return std::ranges::all_of(sets_, [](const ByteSet& set) { return set.empty(); });
}

void UsedBytes::remove_covered_by(const UsedBytes& later) {
    if (!is_near(later.first_, later.end_)) return;
    for (const Use own : all_uses) {
        for (const Use theirs : all_uses) {
            // The later use covers this one if it conflicts with every use that this one conflicts with.
            const bool covers = std::ranges::all_of(all_uses, [&](Use third) {
                return !uses_conflict(own, third) || uses_conflict(theirs, third);
            });
            if (covers && !set(own).empty() && !later.of(theirs).empty()) set(own).remove(later.of(theirs));
        }
    }
}

std::optional<UsedBytes::ConflictingUse> UsedBytes::first_conflicting_use(Use use, Address begin,
                                                                          std::uint64_t bytes) const {
    std::optional<ConflictingUse> first;
    if (!is_near(begin, begin + bytes)) return first;
    for (const Use own : all_uses) {
        if (!uses_conflict(own, use)) continue;
        const std::optional<Address> at = of(own).first_in(begin, bytes);
        if (at && (!first || *at < first->at)) first = ConflictingUse{*at, own};
    }
    return first;
}

WorkItem::Step& WorkItem::step(std::uint32_t number, Use use) {
    if (number >= index_.size()) index_.resize(number + 1);
    if (index_[number] != 0 && steps_[index_[number] - 1].use == use) return steps_[index_[number] - 1];
    auto known =
        std::ranges::find_if(steps_, [&](const Step& one) { return one.number == number && one.use == use; });
    if (known == steps_.end()) known = steps_.insert(known, {number, use, ~Address{0}, 0});
    index_[number] = static_cast<std::uint32_t>(known - steps_.begin()) + 1;
    return *known;
}

void WorkItem::use(std::uint32_t number, Use use, Address begin, std::uint64_t bytes) {
    used_.add(use, begin, bytes);
    Step& own = step(number, use);
    own.first = std::min(own.first, begin);
    own.last = std::max(own.last, begin + bytes - 1);
}

Message WorkItem::describe_use(Use use) const {
    const MessageKind usual = writes(use) ? order_messages::writes_memory : order_messages::reads_memory;
    return {order_messages::use_in_stream,
            {{"work", what_}, {"stream", stream_}, {"does", does_.empty() ? Message(usual) : does_}}};
}

std::optional<CodePlace> WorkItem::code_place_of(Use use, Address at) const {
    const auto found = std::ranges::find_if(steps_, [&](const Step& one) {
        return one.use == use && at >= one.first && at <= one.last;
    });
    if (found == steps_.end() || !locate_step_) return std::nullopt;
    return locate_step_(found->number);
}

} // namespace simulator::order
