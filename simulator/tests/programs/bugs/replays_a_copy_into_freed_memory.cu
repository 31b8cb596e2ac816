// The graph was captured while the buffer was allocated; it keeps the pointer, not the memory.

#include <vector>

int main() {
    std::vector<int> values(256, 1);
    const size_t bytes = values.size() * sizeof(int);
    int* buffer;
    cudaMalloc(&buffer, bytes);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(buffer, values.data(), bytes, cudaMemcpyHostToDevice,
                    stream); // finding of the host: use_after_free
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    cudaFree(buffer);
    cudaGraphLaunch(executable, stream);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return 0;
}
