// Copies with arrays as nodes of a graph: an image is copied into a 3D array, layer by layer, and the whole array
// is copied back at once.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr size_t width = 20, height = 9, layers = 4;

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<short>();
    cudaArray_t volume, image;
    check(cudaMalloc3DArray(&volume, &format, make_cudaExtent(width, height, layers)));
    check(cudaMallocArray(&image, &format, width, height));
    std::vector<short> texels(width * height), result(width * height * layers, -1);

    cudaGraph_t graph;
    check(cudaGraphCreate(&graph, 0));
    cudaMemcpy3DParms send = {};
    send.srcPtr = make_cudaPitchedPtr(texels.data(), width * sizeof(short), width, height);
    send.dstArray = image;
    send.extent = make_cudaExtent(width, height, 1);
    send.kind = cudaMemcpyHostToDevice;
    cudaGraphNode_t last, node;
    check(cudaGraphAddMemcpyNode(&last, graph, nullptr, 0, &send));
    cudaMemcpy3DParms place = {};
    place.srcArray = image;
    place.dstArray = volume;
    place.extent = send.extent;
    place.kind = cudaMemcpyDeviceToDevice;
    for (size_t layer = 0; layer < layers; ++layer) {
        place.dstPos = make_cudaPos(0, 0, layer);
        check(cudaGraphAddMemcpyNode(&node, graph, &last, 1, &place));
        last = node;
    }
    cudaMemcpy3DParms fetch = {};
    fetch.srcArray = volume;
    fetch.dstPtr = make_cudaPitchedPtr(result.data(), width * sizeof(short), width, height);
    fetch.extent = make_cudaExtent(width, height, layers);
    fetch.kind = cudaMemcpyDeviceToHost;
    check(cudaGraphAddMemcpyNode(&node, graph, &last, 1, &fetch));
    cudaMemcpy3DParms told;
    check(cudaGraphMemcpyNodeGetParams(last, &told));
    bool right = told.srcArray == image && told.dstArray == volume && told.dstPos.z == layers - 1;

    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    // In the second launch the copy to the last layer goes to the first one, so the last layer keeps its contents. An executable
    // graph accepts no other parameters for a copy of several rows: the graph does, and is instantiated again.
    for (short launch = 0; launch < 2; ++launch) {
        for (size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<short>(i + 1000 * launch);
        check(cudaGraphLaunch(executable, cudaStreamPerThread));
        check(cudaStreamSynchronize(cudaStreamPerThread));
        told.dstPos.z = 0;
        check(cudaGraphMemcpyNodeSetParams(last, &told));
        check(cudaGraphExecDestroy(executable));
        check(cudaGraphInstantiate(&executable, graph, 0));
    }
    for (size_t i = 0; i < result.size(); ++i) {
        const size_t layer = i / texels.size();
        right =
            right && result[i] == static_cast<short>(i % texels.size() + (layer == layers - 1 ? 0 : 1000));
    }
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    check(cudaFreeArray(volume));
    check(cudaFreeArray(image));
    std::printf(right ? "PASSED\n" : "number 0 is %d\n", result[0]);
    return right ? 0 : 1;
}
