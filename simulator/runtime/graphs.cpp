#include "runtime/graphs.h"

#include <algorithm>

#include "protocol/errors.h"

namespace simulator::runtime {

namespace {

/// Returns a copy of a node. @p copy_graph copies its child graph, if it has one.
std::shared_ptr<GraphNode> copied(const std::shared_ptr<GraphNode>& node, Graph (*copy_graph)(const Graph&)) {
    auto copy = std::make_shared<GraphNode>(*node);
    copy->copy_of = node;
    if (node->child != nullptr) copy->child = std::make_shared<Graph>(copy_graph(*node->child));
    return copy;
}

/// Returns the indices of the nodes in topological order, the lowest first if there is a choice (Kahn's
/// algorithm). Nodes that are part of a cycle, or depend on one, are left out.
std::vector<std::size_t> topological_order(const Graph& graph) {
    std::vector<std::vector<std::size_t>> dependents(graph.nodes.size());
    std::vector<std::size_t> awaited(graph.nodes.size());
    NodeSet ready;
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        awaited[n] = graph.nodes[n]->dependencies.size();
        for (const std::size_t before : graph.nodes[n]->dependencies) dependents[before].push_back(n);
        if (awaited[n] == 0) ready.insert(n);
    }
    std::vector<std::size_t> numbers;
    while (!ready.empty()) {
        const std::size_t number = *ready.begin();
        ready.erase(ready.begin());
        numbers.push_back(number);
        for (const std::size_t follower : dependents[number])
            if (--awaited[follower] == 0) ready.insert(follower);
    }
    return numbers;
}

cudaGraphNode_t original_of(const GraphNode& copy) { return handle_of(copy.copy_of.lock().get()); }

} // namespace

cudaGraphNode_t handle_of(const GraphNode* node) {
    return reinterpret_cast<cudaGraphNode_t>(const_cast<GraphNode*>(node));
}

Graph copy_of(const Graph& graph) {
    Graph copy;
    for (const auto& node : graph.nodes) copy.nodes.push_back(copied(node, copy_of));
    return copy;
}

Graph topologically_sorted(const Graph& graph) {
    const std::vector<std::size_t> numbers = topological_order(graph);
    require(numbers.size() == graph.nodes.size());
    std::vector<std::size_t> places(numbers.size());
    Graph ordered;
    for (const std::size_t number : numbers) {
        places[number] = ordered.nodes.size();
        const auto node = copied(graph.nodes[number], topologically_sorted);
        node->dependencies.clear();
        for (const std::size_t before : graph.nodes[number]->dependencies)
            node->dependencies.insert(places[before]);
        ordered.nodes.push_back(node);
    }
    return ordered;
}

cudaGraphNode_t node_in_cycle(const Graph& graph) {
    const std::vector<std::size_t> ordered = topological_order(graph);
    std::vector<bool> has_place(graph.nodes.size());
    for (const std::size_t number : ordered) has_place[number] = true;
    const auto left_out = std::ranges::find(has_place, false);
    if (left_out == has_place.end()) return nullptr;
    return handle_of(graph.nodes[static_cast<std::size_t>(left_out - has_place.begin())].get());
}

std::size_t number_of(const Graph& graph, cudaGraphNode_t node) {
    const auto found =
        std::ranges::find(graph.nodes, node, [](const auto& one) { return handle_of(one.get()); });
    require(found != graph.nodes.end());
    return static_cast<std::size_t>(found - graph.nodes.begin());
}

GraphNode* copy_in(const Graph& graph, const GraphNode& original) {
    for (const auto& node : graph.nodes) {
        if (node->copy_of.lock().get() == &original) return node.get();
        GraphNode* const inside = node->child == nullptr ? nullptr : copy_in(*node->child, original);
        if (inside != nullptr) return inside;
    }
    return nullptr;
}

void remove_node(Graph& graph, std::size_t number) {
    graph.nodes.erase(graph.nodes.begin() + static_cast<std::ptrdiff_t>(number));
    for (const auto& node : graph.nodes) {
        NodeSet dependencies;
        for (const std::size_t before : node->dependencies) {
            if (before != number) dependencies.insert(before < number ? before : before - 1);
        }
        node->dependencies = std::move(dependencies);
    }
}

bool may_set_params(const GraphNode& node) {
    const auto* const copy = std::get_if<cudaMemcpy3DParms>(&node.params);
    return copy == nullptr || (copy->extent.height <= 1 && copy->extent.depth <= 1);
}

bool may_replace_operation(const GraphNode& old, const GraphNode& now) {
    if (const auto* const copy = std::get_if<cudaMemcpy3DParms>(&old.params)) {
        const auto& other = std::get<cudaMemcpy3DParms>(now.params);
        return copy->kind == other.kind && (copy->srcArray != nullptr) == (other.srcArray != nullptr) &&
               (copy->dstArray != nullptr) == (other.dstArray != nullptr);
    }
    if (const auto* const fill = std::get_if<cudaMemsetParams>(&old.params)) {
        const auto& other = std::get<cudaMemsetParams>(now.params);
        const bool line = fill->height == 1 && other.height == 1;
        return line || (fill->width == other.width && fill->height == other.height &&
                        fill->elementSize == other.elementSize && fill->pitch == other.pitch);
    }
    if (const auto* const kernel = std::get_if<KernelNode>(&old.params))
        return kernel->cooperative == std::get<KernelNode>(now.params).cooperative;
    return true;
}

void replace_operation(GraphNode& node, const GraphNode& from) {
    node.work = from.work;
    node.event = from.event;
    node.params = from.params;
}

bool has_memory_nodes(const Graph& graph) {
    return std::ranges::any_of(graph.nodes, [](const auto& node) {
        return node->type == cudaGraphNodeTypeMemAlloc || node->type == cudaGraphNodeTypeMemFree ||
               (node->child != nullptr && has_memory_nodes(*node->child));
    });
}

cudaGraphExecUpdateResultInfo compare_graphs(const Graph& old, const Graph& now) {
    if (old.nodes.size() != now.nodes.size())
        return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    for (std::size_t n = 0; n < now.nodes.size(); ++n) {
        const GraphNode& before = *old.nodes[n];
        const GraphNode& node = *now.nodes[n];
        if (before.dependencies != node.dependencies)
            return {cudaGraphExecUpdateErrorTopologyChanged, original_of(node), nullptr};
        if (before.type != node.type)
            return {cudaGraphExecUpdateErrorNodeTypeChanged, original_of(node), nullptr};
        if (!may_replace_operation(before, node))
            return {cudaGraphExecUpdateErrorParametersChanged, original_of(node), nullptr};
        if (before.child != nullptr) {
            const auto inside = compare_graphs(*before.child, *node.child);
            if (inside.result != cudaGraphExecUpdateSuccess) return inside;
        }
    }
    return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

void replace_operations(Graph& old, const Graph& now) {
    for (std::size_t n = 0; n < now.nodes.size(); ++n) {
        replace_operation(*old.nodes[n], *now.nodes[n]);
        if (old.nodes[n]->child != nullptr) replace_operations(*old.nodes[n]->child, *now.nodes[n]->child);
    }
}

} // namespace simulator::runtime
