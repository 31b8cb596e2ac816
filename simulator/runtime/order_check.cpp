#include "runtime/order_check.h"

#include <utility>

#include "finding_messages/order_messages.h"
#include "order/work_order.h"
#include "program/call.h"
#include "runtime/memory.h"
#include "runtime/runtime.h"
#include "runtime/streams.h"
#include "runtime/work_queue.h"

namespace simulator::runtime {

namespace order_messages = kernelsmith::order_messages;

namespace {

/// The name of a stream in findings.
Message name_of_stream(Runtime& runtime, cudaStream_t stream) {
    if (stream == cudaStreamPerThread) {
        return order_messages::default_stream_of_thread;
    }
    const Stream* const made = runtime.streams().made.find(stream);
    return made == nullptr ? Message(order_messages::default_stream)
                           : Message(order_messages::numbered_stream, {{"id", made->id}});
}

} // namespace

OrderCheck::OrderCheck(Runtime& runtime, std::unique_ptr<order::WorkOrder> order)
    : runtime_(runtime), order_(std::move(order)) {}

OrderCheck::~OrderCheck() = default;

order::PiecePtr OrderCheck::piece_of_work(cudaStream_t stream, const std::vector<TaskPtr>& after, Part part) {
    if (!order_) {
        return nullptr;
    }
    std::vector<order::PiecePtr> before;
    for (const TaskPtr& task : after) {
        if (task->piece() != nullptr) {
            before.push_back(task->piece());
        }
    }
    Message name = name_of_stream(runtime_, stream);
    if (part == Part::of_graph) {
        name = {order_messages::graph_in_stream, {{"stream", name}}};
    }
    return order_->add(before, std::move(name));
}

void OrderCheck::work_begins(const order::PiecePtr& piece) {
    if (piece != nullptr) {
        order_->begin(piece);
    }
}

void OrderCheck::work_ends(const order::PiecePtr& piece) {
    if (piece != nullptr) {
        order_->end(piece);
    }
}

void OrderCheck::function_begins(const order::PiecePtr& piece) {
    if (piece != nullptr) {
        order_->begin(piece);
        order_->host_waited_for_turn_of(*piece);
        tell_host_changes(runtime_, runtime_.standing_program());
    }
}

void OrderCheck::function_ends(const order::PiecePtr& piece) {
    if (piece != nullptr) {
        order_->end(piece);
        order_->host_waited_for(*piece);
    }
}

void OrderCheck::program_has_seen(const TaskPtr& task) {
    if (task->piece() != nullptr) {
        order_->host_waited_for(*task->piece());
    }
}

void OrderCheck::program_has_seen_all() {
    if (order_) {
        order_->host_waited_for_all();
    }
}

bool OrderCheck::host_touches(std::uint64_t address, bool writes) {
    return order_ && order_->host_touches(
                         {.address = address, .writes = writes, .place = [] { return host_code_place(CALLER); }});
}

} // namespace simulator::runtime
