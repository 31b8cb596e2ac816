// Dependencies in a graph: edges are added, removed and queried, a node is removed, and a cycle is
// rejected when the graph is instantiated.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

bool right = true;

void expect(size_t found, size_t expected, const char* what) {
    if (found == expected) return;
    std::printf("%s: %zu, not %zu\n", what, found, expected);
    right = false;
}

size_t edges_of(cudaGraph_t graph) {
    size_t count = 0;
    check(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
    return count;
}

size_t before(cudaGraphNode_t node) {
    size_t count = 0;
    check(cudaGraphNodeGetDependencies(node, nullptr, nullptr, &count));
    return count;
}

size_t behind(cudaGraphNode_t node) {
    size_t count = 0;
    check(cudaGraphNodeGetDependentNodes(node, nullptr, nullptr, &count));
    return count;
}

int main() {
    cudaGraph_t graph;
    check(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t top, left, right_side, bottom;
    check(cudaGraphAddEmptyNode(&top, graph, nullptr, 0));
    check(cudaGraphAddEmptyNode(&left, graph, &top, 1));
    check(cudaGraphAddEmptyNode(&right_side, graph, &top, 1));
    const cudaGraphNode_t both[] = {left, right_side};
    check(cudaGraphAddEmptyNode(&bottom, graph, both, 2));
    expect(edges_of(graph), 4, "edges of the square");
    expect(before(bottom), 2, "nodes before the last");
    expect(behind(top), 2, "nodes behind the first");

    cudaGraphNode_t found[3];
    size_t room = 3;
    check(cudaGraphNodeGetDependencies(left, found, nullptr, &room));
    expect(room == 1 && found[0] == top && found[1] == nullptr, true, "the first is before the left");
    cudaGraphNode_t from[6], to[6];
    room = 6;
    check(cudaGraphGetEdges(graph, from, to, nullptr, &room));
    size_t from_top = 0, to_bottom = 0;
    for (size_t n = 0; n < room; ++n) {
        from_top += from[n] == top;
        to_bottom += to[n] == bottom;
    }
    expect(from_top, 2, "edges from the first");
    expect(to_bottom, 2, "edges to the last");

    // A duplicate edge, and an edge from a node to itself, are rejected.
    expect(cudaGraphAddDependencies(graph, &top, &left, nullptr, 1), cudaErrorInvalidValue, "twice");
    expect(cudaGraphAddDependencies(graph, &top, &top, nullptr, 1), cudaErrorInvalidValue, "to itself");
    expect(edges_of(graph), 4, "edges after refusals");

    // A cycle is only detected when the whole graph must be ordered.
    cudaGraphExec_t executable;
    check(cudaGraphAddDependencies(graph, &bottom, &top, nullptr, 1));
    expect(cudaGraphInstantiate(&executable, graph, 0), cudaErrorInvalidValue, "a circle");
    check(cudaGraphRemoveDependencies(graph, &bottom, &top, nullptr, 1));
    expect(cudaGraphRemoveDependencies(graph, &bottom, &top, nullptr, 1), cudaErrorInvalidValue, "no edge");
    cudaGetLastError();
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphLaunch(executable, nullptr));
    check(cudaDeviceSynchronize());

    check(cudaGraphDestroyNode(left));
    expect(edges_of(graph), 2, "edges without the left");
    expect(before(bottom), 1, "nodes before the last without the left");
    size_t count = 0;
    check(cudaGraphGetNodes(graph, nullptr, &count));
    expect(count, 3, "nodes without the left");
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    if (right) std::printf("PASSED\n");
    return right ? 0 : 1;
}
