#include "runtime/submit.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "order/work_order.h"
#include "protocol/errors.h"
#include "protocol/futex.h"
#include "runtime/calls.h"
#include "runtime/graph_memory.h"
#include "runtime/memory.h"
#include "runtime/order_check.h"
#include "runtime/runtime.h"
#include "runtime/streams.h"
#include "runtime/work_queue.h"

namespace simulator::runtime {

namespace {

// Number of streams after which streams without pending work are removed.
constexpr std::size_t max_streams_before_cleanup = 64;

Task::Executor executor_of(cudaGraphNodeType type) {
    return type == cudaGraphNodeTypeHost ? Task::Executor::program : Task::Executor::device;
}

/// After a fault no work is executed. Work that is rejected when its turn comes is a fault.
Work guarded(Work work) {
    return [work = std::move(work)](Runtime& later) {
        if (later.errors().faulted() || !work) {
            return;
        }
        try {
            work(later);
        } catch (const ApiError& refusal) {
            later.errors().fault(refusal.code());
        }
    };
}

Work unless_faulted(Work work) {
    return [work = std::move(work)](Runtime& later) {
        if (!later.errors().faulted()) {
            work(later);
        }
    };
}

/// Returns whether the work became part of a capture.
bool is_captured(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work& work,
                 NodeParams& params) {
    Streams& streams = runtime.streams();
    streams.check(stream);
    if (Capture* capture = streams.captures.of(stream)) {
        Captures::add(*capture, stream, {.type = type, .work = std::move(work), .params = std::move(params)});
        return true;
    }
    if (is_legacy(stream)) {
        streams.captures.forbid_legacy();
    }
    return false;
}

std::vector<TaskPtr> predecessors(Runtime& runtime, cudaStream_t stream) {
    // The check of the order of work needs all earlier tasks, including complete ones.
    Streams& streams = runtime.streams();
    if (streams.order.size() > max_streams_before_cleanup && runtime.order_check().work_order() == nullptr) {
        streams.order.forget_done(runtime.queue());
    }
    return streams.order.predecessors(stream, streams.is_blocking(stream));
}

void append(Runtime& runtime, cudaStream_t stream, TaskPtr task) {
    Streams& streams = runtime.streams();
    streams.order.append(stream, streams.is_blocking(stream), std::move(task));
}

/// Adds a task of a graph in a stream, after its dependencies.
TaskPtr add_to_graph(Runtime& runtime, cudaStream_t stream, Work work, Task::Executor executor,
                     std::vector<TaskPtr> dependencies) {
    order::WorkItemPtr item =
        runtime.order_check().add_work_item(stream, dependencies, OrderCheck::WorkSource::of_graph);
    return runtime.queue().add(std::move(work), executor, std::move(dependencies), std::move(item));
}

/// Adds a task of the stream itself, after its dependencies.
TaskPtr add(Runtime& runtime, cudaStream_t stream, Work work, Task::Executor executor,
            std::vector<TaskPtr> dependencies) {
    order::WorkItemPtr item =
        runtime.order_check().add_work_item(stream, dependencies, OrderCheck::WorkSource::of_stream);
    return runtime.queue().add(std::move(work), executor, std::move(dependencies), std::move(item));
}

/// Adds the next task of a stream.
TaskPtr add_next(Runtime& runtime, cudaStream_t stream, Work work, Task::Executor executor) {
    TaskPtr task = add(runtime, stream, std::move(work), executor, predecessors(runtime, stream));
    append(runtime, stream, task);
    return task;
}

Work record_into(std::shared_ptr<Record> record) {
    return [record = std::move(record)](Runtime&) { record->at = std::chrono::steady_clock::now(); };
}

/// Returns the record of an interprocess event, which also wakes other processes.
Work record_for_all_processes(std::shared_ptr<Record> record, IpcEvent& event) {
    return [record = std::move(record), number = ++event.recorded, &event](Runtime&) {
        record->at = std::chrono::steady_clock::now();
        std::uint64_t done = event.done;
        while (done < number && !event.done.compare_exchange_weak(done, number)) {
        }
        ++event.doorbell;
        protocol::futex_wake(event.doorbell);
    };
}

TaskPtr launch_graph(Runtime& runtime, cudaStream_t stream, const Graph& graph,
                     const std::vector<TaskPtr>& begin);

/// Submits the operation of one node for one launch of its graph.
TaskPtr launch_node(Runtime& runtime, cudaStream_t stream, const GraphNode& node,
                    std::vector<TaskPtr> dependencies) {
    if (node.child != nullptr) {
        return launch_graph(runtime, stream, *node.child, dependencies);
    }
    Event* const event = node.event == nullptr ? nullptr : runtime.streams().events.find(node.event);
    if (event != nullptr && node.type == cudaGraphNodeTypeEventRecord) {
        event->last = std::make_shared<Record>();
        event->captured.reset();
        return event->last->task = add_to_graph(runtime, stream, record_into(event->last),
                                                Task::Executor::device, std::move(dependencies));
    }
    if (event != nullptr && event->last != nullptr) {
        dependencies.push_back(event->last->task);
    }
    Work work = node.enabled ? node.work : Work();
    return add_to_graph(runtime, stream, guarded(std::move(work)), executor_of(node.type),
                        std::move(dependencies));
}

/// Submits all nodes. Returns the task that completes when all nodes are complete. An empty graph also gets a
/// task.
TaskPtr launch_graph(Runtime& runtime, cudaStream_t stream, const Graph& graph,
                     const std::vector<TaskPtr>& begin) {
    std::vector<TaskPtr> tasks;
    for (const auto& node : graph.nodes) {
        std::vector<TaskPtr> dependencies = begin;
        std::ranges::transform(node->dependencies, std::back_inserter(dependencies),
                               [&](std::size_t n) { return tasks[n]; });
        tasks.push_back(launch_node(runtime, stream, *node, std::move(dependencies)));
    }
    tasks.insert(tasks.end(), begin.begin(), begin.end());
    return add(
        runtime, stream, [](Runtime&) {}, Task::Executor::device, std::move(tasks));
}

} // namespace

void submit(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work work, NodeParams params) {
    if (is_captured(runtime, stream, type, work, params)) {
        return;
    }
    add_next(runtime, stream, guarded(std::move(work)), executor_of(type));
    runtime.calls().throttle_program();
}

void submit_callback(Runtime& runtime, cudaStream_t stream, cudaStreamCallback_t callback, void* data) {
    const auto call = [=](Runtime& later) {
        if (Program* const program = later.service_program()) {
            program->call(callback, stream, later.errors().fault_code(), data);
        }
    };
    add_next(runtime, stream, call, Task::Executor::program);
}

void submit_and_wait(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work work,
                     NodeParams params, SyncGuarantee guarantee) {
    if (is_captured(runtime, stream, type, work, params)) {
        return;
    }
    std::vector<TaskPtr> dependencies = predecessors(runtime, stream);
    order::WorkItemPtr item =
        runtime.order_check().add_work_item(stream, dependencies, OrderCheck::WorkSource::of_stream);
    const TaskPtr task = runtime.queue().add_awaited(unless_faulted(std::move(work)), std::move(dependencies),
                                                     std::move(item));
    append(runtime, stream, task);
    runtime.calls().wait_for_own(task);
    if (task->item() != nullptr && guarantee == SyncGuarantee::all_and_work) {
        runtime.order_check().work_order()->host_waited_for(*task->item());
    } else if (task->item() != nullptr && guarantee == SyncGuarantee::all_before) {
        runtime.order_check().work_order()->host_waited_for_predecessors_of(*task->item());
    }
}

void submit_wait(Runtime& runtime, cudaStream_t stream, const TaskPtr& task) {
    std::vector<TaskPtr> dependencies = predecessors(runtime, stream);
    dependencies.push_back(task);
    append(runtime, stream,
           add(
               runtime, stream, [](Runtime&) {}, Task::Executor::device, std::move(dependencies)));
}

void submit_wait_for_common(Runtime& runtime, cudaStream_t stream, std::uint32_t number) {
    IpcEvent* const event = runtime.memory().common.event(number);
    require(event != nullptr, cudaErrorInvalidResourceHandle);
    // Not executed by the device, which continues with other streams meanwhile.
    const auto work = [event, records = event->recorded.load()](Runtime& later) {
        later.calls().await_common_event(*event, records);
        if (order::WorkOrder* const order = later.order_check().work_order()) {
            order->order_after_all(*Task::current_work_item());
        }
    };
    add_next(runtime, stream, work, Task::Executor::program);
}

void submit_record(Runtime& runtime, cudaStream_t stream, cudaEvent_t event) {
    Streams& streams = runtime.streams();
    streams.check(stream);
    if (Capture* capture = streams.captures.of(stream)) {
        Captures::add(*capture, stream, {.type = cudaGraphNodeTypeEventRecord, .event = event});
        return;
    }
    if (is_legacy(stream)) {
        streams.captures.forbid_legacy();
    }
    Event& recorded = streams.events.at(event);
    recorded.last = std::make_shared<Record>();
    recorded.captured.reset();
    IpcEvent* const common = recorded.common ? runtime.memory().common.event(*recorded.common) : nullptr;
    Work work =
        common != nullptr ? record_for_all_processes(recorded.last, *common) : record_into(recorded.last);
    recorded.last->task = add_next(runtime, stream, std::move(work), Task::Executor::device);
}

void submit_graph(Runtime& runtime, cudaStream_t stream, const GraphExec& executable) {
    claim_memory(runtime, executable);
    append(runtime, stream, launch_graph(runtime, stream, executable.graph, predecessors(runtime, stream)));
    runtime.calls().throttle_program();
}

void wait_for_stream(Runtime& runtime, cudaStream_t stream) {
    for (const TaskPtr& task : predecessors(runtime, stream)) {
        runtime.calls().wait(task);
    }
}

bool is_idle(Runtime& runtime, cudaStream_t stream) {
    const std::vector<TaskPtr> tasks = predecessors(runtime, stream);
    const bool idle =
        std::ranges::all_of(tasks, [&](const TaskPtr& task) { return runtime.queue().is_done(task); });
    if (idle) {
        std::ranges::for_each(tasks,
                              [&](const TaskPtr& task) { runtime.order_check().program_has_seen(task); });
    }
    return idle;
}

} // namespace simulator::runtime
