#include "order/work_order.h"

#include <algorithm>
#include <utility>

namespace simulator::order {

namespace order_messages = kernelsmith::order_messages;

PiecePtr WorkOrder::add(std::span<const PiecePtr> after, Message stream) {
    const Lock lock(mutex_);
    Knowledge before = host_;
    for (const PiecePtr& piece : after) {
        before.learn(piece->known());
        before.learn(piece->place());
    }
    // Behind the end of a chain that it comes behind anyway, so that there are as few as there is work side by side.
    const auto goes_on = [&](std::size_t chain) { return before.of(chain) == last_[chain]; };
    const auto behind =
        std::ranges::find_if(after, [&](const PiecePtr& piece) { return goes_on(piece->place().chain); });
    std::size_t chain = 0;
    if (behind != after.end()) {
        chain = (*behind)->place().chain;
    } else {
        while (chain < last_.size() && !goes_on(chain)) ++chain;
    }
    last_.resize(std::max(last_.size(), chain + 1));
    to_come_.push_back(
        std::make_shared<Piece>(Place{chain, ++last_[chain]}, std::move(before), std::move(stream)));
    return to_come_.back();
}

void WorkOrder::learn_from_handovers(Knowledge& knowledge) const {
    for (const Handover& handover : handovers_) {
        if (knowledge.has(handover.to)) knowledge.learn(handover.what);
    }
}

void WorkOrder::hand_over(Piece& piece, const Knowledge& more) {
    piece.learn(more);
    handovers_.push_back({piece.place(), piece.known()});
    std::vector<PiecePtr> rivals = piece.rivals();
    std::erase_if(rivals, [&](const PiecePtr& rival) { return piece.known().has(rival->place()); });
    piece.set_rivals(std::move(rivals));
}

void WorkOrder::speaks_with_host(Piece& piece) {
    if (piece.speaks_with_host()) return;
    const Lock lock(mutex_);
    piece.speak_with_host();
    host_learns(piece.known());
}

void WorkOrder::put_behind(Piece& piece, const Piece& other) {
    const Lock lock(mutex_);
    Knowledge more = other.known();
    more.learn(other.place());
    hand_over(piece, more);
}

void WorkOrder::put_behind_all(Piece& piece) {
    const Lock lock(mutex_);
    Knowledge more;
    for (std::size_t chain = 0; chain < last_.size(); ++chain) more.learn(Place{chain, last_[chain]});
    hand_over(piece, more);
}

void WorkOrder::begin(const PiecePtr& piece) {
    const Lock lock(mutex_);
    Knowledge more = piece->known();
    learn_from_handovers(more);
    piece->learn(more);
    std::vector<PiecePtr> rivals;
    std::ranges::copy_if(done_, std::back_inserter(rivals),
                         [&](const PiecePtr& other) { return !piece->known().has(other->place()); });
    piece->set_rivals(std::move(rivals));
}

void WorkOrder::end(const PiecePtr& piece) {
    const Lock lock(mutex_);
    std::erase(to_come_, piece);
    piece->set_rivals({});
    if (piece->used().empty()) return;
    for (const PiecePtr& other : done_) {
        if (piece->known().has(other->place())) other->forget_covered_by(*piece);
    }
    std::erase_if(done_, [](const PiecePtr& other) { return other->used().empty(); });
    done_.push_back(piece);
    if (!concerns_host(*piece)) return;
    piece->used().for_each_page([&](Address page) {
        const HostAccess left = left_to_host(*piece, page);
        const auto now = pages_.find(page);
        if (left != HostAccess::all && (now == pages_.end() || left < now->second)) set_page(page, left);
    });
}

void WorkOrder::host_learns(const Knowledge& more) {
    host_.learn(more);
    learn_from_handovers(host_);
    const auto all_are_behind = [&](Place place) {
        return host_.has(place) && std::ranges::all_of(to_come_, [&](const PiecePtr& piece) {
                   return piece->known().has(place);
               });
    };
    std::erase_if(done_, [&](const PiecePtr& piece) { return all_are_behind(piece->place()); });
    std::erase_if(handovers_, [&](const Handover& handover) { return all_are_behind(handover.to); });
    open_pages();
}

void WorkOrder::host_waited_for(const Piece& piece) {
    const Lock lock(mutex_);
    Knowledge more = piece.known();
    more.learn(piece.place());
    host_learns(more);
}

void WorkOrder::host_waited_for_turn_of(const Piece& piece) {
    const Lock lock(mutex_);
    host_learns(piece.known());
}

void WorkOrder::host_waited_for_all() {
    const Lock lock(mutex_);
    Knowledge more;
    for (std::size_t chain = 0; chain < last_.size(); ++chain) more.learn(Place{chain, last_[chain]});
    host_learns(more);
}

void WorkOrder::use(Piece& piece, Use use, Address begin, std::uint64_t bytes) {
    if (bytes == 0) return;
    for (const PiecePtr& rival : piece.rivals()) {
        if (const auto by = rival->used().disturbed_by(use, begin, bytes)) {
            Finding finding;
            piece.use(0, use, begin, bytes);
            finding.place = piece.place_of(use, begin).value_or(CodePlace{});
            explain(finding, piece, use, {rival, *by});
            findings_.add(std::move(finding));
            return;
        }
    }
    piece.use(0, use, begin, bytes);
}

void WorkOrder::explain(Finding& finding, const Piece& piece, Use use, const Rival& rival) const {
    const Piece& other = *rival.piece;
    // Work of one stream has an order, but for the nodes of a graph.
    const bool both_in_graph = piece.stream() == other.stream();
    finding.kind = FindingKind::stream_race;
    finding.address = rival.by.at;
    finding.what = {order_messages::unordered_streams,
                    {{"use", piece.use_of(use)}, {"other", other.use_of(rival.by.use)}}};
    finding.where = explain_(rival.by.at);
    name_other(finding, rival);
    finding.advice =
        both_in_graph ? order_messages::add_graph_dependency : order_messages::order_streams_by_event;
}

void WorkOrder::name_other(Finding& finding, const Rival& rival) {
    finding.other = rival.piece->what();
    finding.other_place = rival.piece->place_of(rival.by.use, rival.by.at);
    // A line is told with the place.
    const bool line_is_known = finding.other_place && finding.other_place->line != 0;
    if (finding.other_place && !line_is_known && !finding.other_place->function.empty())
        finding.other = {order_messages::work_in_function,
                         {{"work", rival.piece->what()}, {"function", finding.other_place->function}}};
}

void WorkOrder::forget(Address begin, std::uint64_t bytes) {
    const Lock lock(mutex_);
    for (const PiecePtr& piece : done_) piece->forget(begin, bytes);
    // Who takes the pages away tells the host himself.
    pages_.erase(pages_.lower_bound(begin), pages_.lower_bound(begin + bytes));
    std::erase_if(changes_, [&](const HostChange& change) {
        return change.begin >= begin && change.begin < begin + bytes;
    });
}

} // namespace simulator::order
