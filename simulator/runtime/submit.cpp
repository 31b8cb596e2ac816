#include "runtime/submit.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "runtime/runtime.h"

namespace simulator::runtime {

namespace {

// As many streams are kept in mind until those are looked for that have nothing left to do.
constexpr std::size_t many_streams = 64;

bool is_blocking(Runtime& runtime, cudaStream_t stream) {
    const Stream* found = runtime.streams.find(stream);
    return found == nullptr || (found->flags & cudaStreamNonBlocking) == 0;
}

Task::Doer doer_of(cudaGraphNodeType type) {
    return type == cudaGraphNodeTypeHost ? Task::Doer::program : Task::Doer::device;
}

/// After a fault nothing more is done, and what cannot be done when its turn comes is one.
Work guarded(Work work) {
    return [work = std::move(work)](Runtime& later) {
        if (later.errors.faulted() || !work) {
            return;
        }
        try {
            work(later);
        } catch (const Refusal& refusal) {
            later.errors.fault(refusal.code());
        }
    };
}

Work unless_faulted(Work work) {
    return [work = std::move(work)](Runtime& later) {
        if (!later.errors.faulted()) {
            work(later);
        }
    };
}

/// Whether the work became part of a capture.
bool is_captured(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work& work) {
    check_stream(runtime, stream);
    if (Capture* capture = runtime.captures.of(stream)) {
        Captures::add(*capture, stream, {.type = type, .work = std::move(work)});
        return true;
    }
    if (is_legacy(stream)) {
        runtime.captures.forbid_legacy();
    }
    return false;
}

std::vector<TaskPtr> before(Runtime& runtime, cudaStream_t stream) {
    if (runtime.order.size() > many_streams) {
        runtime.order.forget_done(runtime.queue);
    }
    return runtime.order.before(stream, is_blocking(runtime, stream));
}

void append(Runtime& runtime, cudaStream_t stream, TaskPtr task) {
    runtime.order.append(stream, is_blocking(runtime, stream), std::move(task));
}

Work record_into(std::shared_ptr<Record> record) {
    return [record = std::move(record)](Runtime&) { record->at = std::chrono::steady_clock::now(); };
}

/// What a node of a graph does at this launch of it.
TaskPtr launch_node(Runtime& runtime, const GraphNode& node, std::vector<TaskPtr> after) {
    Event* const event = node.event == nullptr ? nullptr : runtime.events.find(node.event);
    if (event != nullptr && node.type == cudaGraphNodeTypeEventRecord) {
        event->last = std::make_shared<Record>();
        event->captured.reset();
        return event->last->task =
                   runtime.queue.add(record_into(event->last), Task::Doer::device, std::move(after));
    }
    if (event != nullptr && event->last != nullptr) {
        after.push_back(event->last->task);
    }
    return runtime.queue.add(guarded(node.work), doer_of(node.type), std::move(after));
}

} // namespace

void submit(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work work) {
    if (is_captured(runtime, stream, type, work)) {
        return;
    }
    append(runtime, stream,
           runtime.queue.add(guarded(std::move(work)), doer_of(type), before(runtime, stream)));
    runtime.wait_for_room();
}

void submit_callback(Runtime& runtime, cudaStream_t stream, cudaStreamCallback_t callback, void* data) {
    const auto call = [=](Runtime& later) { callback(stream, later.errors.what(), data); };
    append(runtime, stream, runtime.queue.add(call, Task::Doer::program, before(runtime, stream)));
}

void submit_and_wait(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work work) {
    if (is_captured(runtime, stream, type, work)) {
        return;
    }
    const TaskPtr task = runtime.queue.add_awaited(unless_faulted(std::move(work)), before(runtime, stream));
    append(runtime, stream, task);
    runtime.wait_for_own(task);
}

void submit_wait(Runtime& runtime, cudaStream_t stream, const TaskPtr& task) {
    std::vector<TaskPtr> after = before(runtime, stream);
    after.push_back(task);
    append(runtime, stream, runtime.queue.add([](Runtime&) {}, Task::Doer::device, std::move(after)));
}

void submit_record(Runtime& runtime, cudaStream_t stream, cudaEvent_t event) {
    check_stream(runtime, stream);
    if (Capture* capture = runtime.captures.of(stream)) {
        Captures::add(*capture, stream, {.type = cudaGraphNodeTypeEventRecord, .event = event});
        return;
    }
    if (is_legacy(stream)) {
        runtime.captures.forbid_legacy();
    }
    Event& recorded = runtime.events.at(event);
    recorded.last = std::make_shared<Record>();
    recorded.captured.reset();
    recorded.last->task =
        runtime.queue.add(record_into(recorded.last), Task::Doer::device, before(runtime, stream));
    append(runtime, stream, recorded.last->task);
}

void submit_graph(Runtime& runtime, cudaStream_t stream, const Graph& graph) {
    const std::vector<TaskPtr> begin = before(runtime, stream);
    std::vector<TaskPtr> tasks;
    for (const auto& node : graph.nodes) {
        std::vector<TaskPtr> after = begin;
        std::ranges::transform(node->after, std::back_inserter(after),
                               [&](std::size_t n) { return tasks[n]; });
        tasks.push_back(launch_node(runtime, *node, std::move(after)));
    }
    // An empty graph has its place in the stream, too.
    tasks.insert(tasks.end(), begin.begin(), begin.end());
    append(runtime, stream, runtime.queue.add([](Runtime&) {}, Task::Doer::device, std::move(tasks)));
    runtime.wait_for_room();
}

void wait_for_stream(Runtime& runtime, cudaStream_t stream) {
    for (const TaskPtr& task : before(runtime, stream)) {
        runtime.wait(task);
    }
}

bool is_idle(Runtime& runtime, cudaStream_t stream) {
    return std::ranges::all_of(before(runtime, stream),
                               [&](const TaskPtr& task) { return runtime.queue.is_done(task); });
}

} // namespace simulator::runtime
