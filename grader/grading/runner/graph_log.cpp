#include "grading/runner/graph_log.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include <cuda_runtime_api.h>

#include "grading/runner/launch_log.h"
#include "grading/runner/timeline.h"

namespace runner {
namespace {

using grader::OperationKind;

/// An executable graph.
struct Executable {
    struct Node {
        GraphWork work;
        bool enabled = true;
    };
    std::map<cudaGraphNode_t, Node> nodes;
    std::optional<GraphWork> all; ///< work of the enabled nodes together; none: must be recomputed
};

struct Graphs {
    std::mutex mutex;
    std::map<cudaGraphExec_t, Executable> executables;
};

Graphs& graphs() {
    static Graphs instance;
    return instance;
}

/// True once a stream may be captured. Most programs capture nothing and should not pay for the query.
std::atomic<bool> captures_expected = false;

/// Returns whether @p answer is success. A query must not leave its error to the solution.
bool answered(cudaError_t answer) {
    if (answer != cudaSuccess) (void)cudaGetLastError();
    return answer == cudaSuccess;
}

grader::OperationTransfers moves_of(const CopyDescription& copy) {
    return {OperationKind::copy, copy.direction, copy.bytes, copy.traffic_bytes};
}

grader::OperationTransfers moves_of(const PitchedRows& rows) {
    return {OperationKind::memset, grader::Direction::on_device, rows.bytes(), rows.sector_bytes()};
}

GraphWork unread(std::size_t nodes) {
    GraphWork work;
    work.unread_nodes = nodes;
    return work;
}

GraphWork kernel_node(cudaGraphNode_t node) {
    cudaKernelNodeParams kernel{};
    if (!answered(cudaGraphKernelNodeGetParams(node, &kernel))) return unread(1);
    return work_of(Shape{kernel.func, kernel.gridDim, kernel.blockDim, kernel.sharedMemBytes});
}

GraphWork copy_node(cudaGraphNode_t node) {
    cudaMemcpy3DParms copy{};
    if (!answered(cudaGraphMemcpyNodeGetParams(node, &copy))) return unread(1);
    return work_of_copy(describe_copy(copy));
}

GraphWork memset_node(cudaGraphNode_t node) {
    cudaMemsetParams memset{};
    if (!answered(cudaGraphMemsetNodeGetParams(node, &memset))) return unread(1);
    return work_of_memset({memset.elementSize * memset.width, memset.height});
}

GraphWork child_node(cudaGraphNode_t node) {
    cudaGraph_t child = nullptr;
    if (!answered(cudaGraphChildGraphNodeGetGraph(node, &child))) return unread(1);
    return work_of(child);
}

GraphWork work_of_node(cudaGraphNode_t node) {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    if (!answered(cudaGraphNodeGetType(node, &type))) return unread(1);
    switch (type) {
        case cudaGraphNodeTypeKernel: return kernel_node(node);
        case cudaGraphNodeTypeMemcpy: return copy_node(node);
        case cudaGraphNodeTypeMemset: return memset_node(node);
        case cudaGraphNodeTypeGraph: return child_node(node);
        // No API reports which graphs a condition chooses, nor how often.
        case cudaGraphNodeTypeConditional: return unread(1);
        default: return {}; // no work on the device
    }
}

std::vector<cudaGraphNode_t> nodes_of(cudaGraph_t graph) {
    std::size_t count = 0;
    if (!answered(cudaGraphGetNodes(graph, nullptr, &count))) return {};
    std::vector<cudaGraphNode_t> nodes(count);
    if (count == 0 || !answered(cudaGraphGetNodes(graph, nodes.data(), &count))) return {};
    nodes.resize(count);
    return nodes;
}

/// Returns the work of the enabled nodes of @p executable.
const GraphWork& all_of(Executable& executable) {
    if (!executable.all) {
        executable.all.emplace();
        for (const auto& [handle, node] : executable.nodes)
            if (node.enabled) executable.all->add(node.work);
    }
    return *executable.all;
}

} // namespace

void GraphWork::add(const GraphWork& other) {
    for (const auto& [shape, launches] : other.kernels.entries()) kernels.add(shape, launches);
    for (const grader::OperationTransfers& move : other.transfers) add(move);
    copied_bytes += other.copied_bytes;
    unread_nodes += other.unread_nodes;
}

void GraphWork::add(const grader::OperationTransfers& more) {
    const auto same = [&](const grader::OperationTransfers& known) {
        return known.kind == more.kind && known.direction == more.direction;
    };
    const auto known = std::ranges::find_if(transfers, same);
    if (known == transfers.end()) return transfers.push_back(more);
    known->bytes += more.bytes;
    known->moved_bytes += more.moved_bytes;
    known->count += more.count;
}

void record_launch(const Shape& shape, cudaStream_t stream) {
    if (is_captured(stream)) return;
    log_launch(shape);
    if (is_recording_operations) record_operation({OperationKind::kernel, {{shape, 1}}}, stream);
}

void record_copy(const CopyDescription& copy, cudaStream_t stream) {
    if (is_captured(stream)) return;
    record_synchronous_copy(copy, stream);
}

void record_synchronous_copy(const CopyDescription& copy, cudaStream_t stream) {
    count_copied(copy.host_device_bytes);
    if (is_recording_operations)
        record_operation({OperationKind::copy, {}, copy.direction, copy.bytes, {moves_of(copy)}}, stream);
}

void record_memset(const PitchedRows& rows, cudaStream_t stream) {
    if (is_captured(stream)) return;
    if (is_recording_operations)
        record_operation({OperationKind::memset, {}, {}, rows.bytes(), {moves_of(rows)}}, stream);
}

void record_graph_launch(cudaGraphExec_t executable, cudaStream_t stream) {
    // The launch fails in a stream that is being captured.
    if (is_captured(stream)) return;
    const std::lock_guard lock(graphs().mutex);
    const auto known = graphs().executables.find(executable);
    if (known == graphs().executables.end()) return log_unread_nodes(1);
    const GraphWork& work = all_of(known->second);
    for (const auto& [shape, launches] : work.kernels.entries()) log_launch(shape, launches);
    count_copied(work.copied_bytes);
    log_unread_nodes(work.unread_nodes);
    if (is_recording_operations)
        record_operation(
            {OperationKind::graph, work.kernels.entries(), {}, work.copied_bytes, work.transfers}, stream);
}

void enable_capture_checks() { captures_expected = true; }

bool is_captured(cudaStream_t stream) {
    if (!captures_expected) return false;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return answered(cudaStreamIsCapturing(stream, &status)) && status == cudaStreamCaptureStatusActive;
}

void record_instantiation(cudaGraphExec_t executable, cudaGraph_t graph) {
    Executable now;
    for (cudaGraphNode_t node : nodes_of(graph)) now.nodes[node] = {work_of_node(node)};
    const std::lock_guard lock(graphs().mutex);
    graphs().executables[executable] = std::move(now);
}

void record_node_change(cudaGraphExec_t executable, cudaGraphNode_t node, const GraphWork& work) {
    const std::lock_guard lock(graphs().mutex);
    Executable& changed = graphs().executables[executable];
    changed.nodes[node].work = work;
    changed.all.reset();
}

void record_node_enabled(cudaGraphExec_t executable, cudaGraphNode_t node, bool enabled) {
    const std::lock_guard lock(graphs().mutex);
    Executable& changed = graphs().executables[executable];
    changed.nodes[node].enabled = enabled;
    changed.all.reset();
}

GraphWork work_of(cudaGraph_t graph) {
    GraphWork work;
    for (cudaGraphNode_t node : nodes_of(graph)) work.add(work_of_node(node));
    return work;
}

GraphWork work_of(const Shape& shape) {
    GraphWork work;
    work.kernels.add(shape);
    return work;
}

GraphWork work_of_copy(const CopyDescription& copy) {
    GraphWork work;
    work.copied_bytes = copy.host_device_bytes;
    work.transfers = {moves_of(copy)};
    return work;
}

GraphWork work_of_memset(const PitchedRows& rows) {
    GraphWork work;
    work.transfers = {moves_of(rows)};
    return work;
}

} // namespace runner
