#include "runtime/graphs.h"

#include <catch2/catch_test_macros.hpp>
#include <initializer_list>

#include "protocol/errors.h"

namespace {

using namespace simulator::runtime;

/// Returns a graph of empty nodes with these dependencies.
Graph graph_of(std::initializer_list<NodeSet> dependencies) {
    Graph graph;
    for (const NodeSet& before : dependencies) {
        graph.nodes.push_back(std::make_shared<GraphNode>(GraphNode{.dependencies = before}));
    }
    return graph;
}

const GraphNode* original(const Graph& ordered, std::size_t number) {
    return ordered.nodes[number]->copy_of.lock().get();
}

TEST_CASE("graph nodes added in reverse are sorted topologically", "[runtime][graphs]") {
    const Graph graph = graph_of({{1, 2}, {3}, {3}, {}});
    const Graph ordered = topologically_sorted(graph);
    REQUIRE(ordered.nodes.size() == 4);
    CHECK(original(ordered, 0) == graph.nodes[3].get());
    CHECK(original(ordered, 1) == graph.nodes[1].get());
    CHECK(original(ordered, 2) == graph.nodes[2].get());
    CHECK(original(ordered, 3) == graph.nodes[0].get());
    CHECK(ordered.nodes[0]->dependencies.empty());
    CHECK(ordered.nodes[1]->dependencies == NodeSet{0});
    CHECK(ordered.nodes[3]->dependencies == NodeSet{1, 2});
}

TEST_CASE("a topological order of graph nodes is kept", "[runtime][graphs]") {
    const Graph graph = graph_of({{}, {}, {0}, {}, {2, 3}});
    const Graph ordered = topologically_sorted(graph);
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        CHECK(original(ordered, n) == graph.nodes[n].get());
        CHECK(ordered.nodes[n]->dependencies == graph.nodes[n]->dependencies);
    }
}

TEST_CASE("a graph with a cycle has no topological order whatever its other nodes", "[runtime][graphs]") {
    CHECK_THROWS_AS(topologically_sorted(graph_of({{}, {2}, {1}})), ApiError);
    CHECK_THROWS_AS(topologically_sorted(graph_of({{2}, {0}, {1}, {0}})), ApiError);
    Graph outer = graph_of({{}});
    outer.nodes[0]->child = std::make_shared<Graph>(graph_of({{1}, {0}}));
    CHECK_THROWS_AS(topologically_sorted(outer), ApiError);
}

TEST_CASE("successors of a removed node depend on their other predecessors only", "[runtime][graphs]") {
    Graph graph = graph_of({{}, {0}, {0, 1}, {1, 2}});
    const GraphNode* const last = graph.nodes[3].get();
    remove_node(graph, 1);
    REQUIRE(graph.nodes.size() == 3);
    CHECK(graph.nodes[1]->dependencies == NodeSet{0});
    CHECK(graph.nodes[2].get() == last);
    CHECK(graph.nodes[2]->dependencies == NodeSet{1});
}

TEST_CASE("the copy of a graph node is found by its original also in child graphs", "[runtime][graphs]") {
    Graph inner = graph_of({{}, {0}});
    Graph graph = graph_of({{}});
    graph.nodes[0]->child = std::make_shared<Graph>(inner);
    const Graph copy = copy_of(graph);
    CHECK(copy_in(copy, *graph.nodes[0]) == copy.nodes[0].get());
    CHECK(copy_in(copy, *inner.nodes[1]) == copy.nodes[0]->child->nodes[1].get());
    CHECK(copy.nodes[0]->child->nodes[1].get() != inner.nodes[1].get());
    CHECK(copy_in(graph, *inner.nodes[1]) == nullptr);
    // A destroyed node is not confused with a new one at the same address.
    inner.nodes[1] = nullptr;
    graph.nodes[0]->child = nullptr;
    const auto other = std::make_shared<GraphNode>();
    CHECK(copy_in(copy, *other) == nullptr);
}

TEST_CASE("a graph can update another with the same dependencies", "[runtime][graphs]") {
    const Graph old = topologically_sorted(graph_of({{}, {0}, {0}}));
    const Graph later = graph_of({{2}, {2}, {}}); // the same in another order
    CHECK(compare_graphs(old, topologically_sorted(later)).result == cudaGraphExecUpdateSuccess);
    const Graph chain = graph_of({{}, {0}, {1}});
    const auto compared = compare_graphs(old, topologically_sorted(chain));
    CHECK(compared.result == cudaGraphExecUpdateErrorTopologyChanged);
    CHECK(compared.errorNode == handle_of(chain.nodes[2].get()));
    CHECK(compare_graphs(old, topologically_sorted(graph_of({{}, {0}}))).errorNode == nullptr);
}

} // namespace
