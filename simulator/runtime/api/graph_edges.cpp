// Dependencies between nodes of a graph.

#include <algorithm>
#include <vector>

#include "program/program_values.h"
#include "runtime/api/entry.h"
#include "runtime/api/graph_lists.h"
#include "runtime/api/node_params.h"
#include "runtime/graph_nodes.h"

using namespace simulator::runtime;

namespace {

struct Edge {
    std::size_t from;
    std::size_t to;
};

std::vector<Edge> edges_between(const Graph& graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                std::size_t count) {
    require(count == 0 || (from != nullptr && to != nullptr));
    const auto first = read_values<cudaGraphNode_t>(from, count);
    const auto second = read_values<cudaGraphNode_t>(to, count);
    std::vector<Edge> edges;
    for (std::size_t n = 0; n < count; ++n) {
        edges.push_back({number_of(graph, first[n]), number_of(graph, second[n])});
    }
    return edges;
}

void fill_edge_data(cudaGraphEdgeData* data, const cudaGraphNode_t* nodes, std::size_t room) {
    require(data == nullptr || nodes != nullptr);
    if (data != nullptr) {
        std::fill_n(data, room, cudaGraphEdgeData{});
    }
}

} // namespace

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                     std::size_t count) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        Graph& found = graph_at(runtime, graph);
        check_edge_data(data, count);
        // Edges before the rejected one stay, as with a GPU's driver.
        for (const Edge& edge : edges_between(found, from, to, count)) {
            require(edge.from != edge.to && found.nodes[edge.to]->dependencies.insert(edge.from).second);
        }
    });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                        std::size_t count) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        Graph& found = graph_at(runtime, graph);
        check_edge_data(data, count);
        const std::vector<Edge> edges = edges_between(found, from, to, count);
        require(edges.empty() || !has_memory_nodes(found), cudaErrorNotSupported);
        for (const Edge& edge : edges) {
            require(found.nodes[edge.to]->dependencies.contains(edge.from));
        }
        for (const Edge& edge : edges) {
            found.nodes[edge.to]->dependencies.erase(edge.from);
        }
    });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* data, std::size_t* count) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(count != nullptr && (from == nullptr) == (to == nullptr));
        const Graph& found = graph_at(runtime, graph);
        NodeList sources;
        NodeList targets;
        for (const auto& node : found.nodes) {
            for (const std::size_t before : node->dependencies) {
                sources.push_back(handle_of(found.nodes[before].get()));
                targets.push_back(handle_of(node.get()));
            }
        }
        fill_edge_data(data, from, *count);
        std::size_t room = *count;
        list_nodes(sources, from, &room);
        list_nodes(targets, to, count);
    });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* data, std::size_t* count) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(count != nullptr);
        const NodeLocation place = node_at(runtime, node);
        fill_edge_data(data, nodes, *count);
        const NodeSet& dependencies = place.node().dependencies;
        list_nodes(nodes_if(*place.graph, [&](std::size_t n) { return dependencies.contains(n); }), nodes,
                   count);
    });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* data, std::size_t* count) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(count != nullptr);
        const NodeLocation place = node_at(runtime, node);
        fill_edge_data(data, nodes, *count);
        const auto waits = [&](std::size_t n) {
            return place.graph->nodes[n]->dependencies.contains(place.number);
        };
        list_nodes(nodes_if(*place.graph, waits), nodes, count);
    });
}
