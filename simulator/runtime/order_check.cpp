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

/// Returns the name of a stream in findings.
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

order::WorkItemPtr OrderCheck::add_work_item(cudaStream_t stream, const std::vector<TaskPtr>& dependencies,
                                             WorkSource source) {
    if (!order_) {
        return nullptr;
    }
    std::vector<order::WorkItemPtr> before;
    for (const TaskPtr& task : dependencies) {
        if (task->item() != nullptr) {
            before.push_back(task->item());
        }
    }
    Message name = name_of_stream(runtime_, stream);
    if (source == WorkSource::of_graph) {
        name = {order_messages::graph_in_stream, {{"stream", name}}};
    }
    return order_->add(before, std::move(name));
}

void OrderCheck::work_begins(const order::WorkItemPtr& item) {
    if (item != nullptr) {
        order_->begin(item);
    }
}

void OrderCheck::work_ends(const order::WorkItemPtr& item) {
    if (item != nullptr) {
        order_->end(item);
    }
}

void OrderCheck::function_begins(const order::WorkItemPtr& item) {
    if (item != nullptr) {
        order_->begin(item);
        order_->host_waited_for_predecessors_of(*item);
        send_host_changes(runtime_, runtime_.service_program());
    }
}

void OrderCheck::function_ends(const order::WorkItemPtr& item) {
    if (item != nullptr) {
        order_->end(item);
        order_->host_waited_for(*item);
    }
}

void OrderCheck::program_has_seen(const TaskPtr& task) {
    if (task->item() != nullptr) {
        order_->host_waited_for(*task->item());
    }
}

void OrderCheck::program_has_seen_all() {
    if (order_) {
        order_->host_waited_for_all();
    }
}

bool OrderCheck::handle_host_fault(std::uint64_t address, bool writes) {
    return order_ && order_->handle_host_fault({.address = address, .writes = writes, .place = [] {
                                                    return host_code_place(CALLER);
                                                }});
}

} // namespace simulator::runtime
