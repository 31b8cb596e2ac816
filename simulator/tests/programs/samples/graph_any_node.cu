// Nodes that say themselves what they are, added by one function and changed by another.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 96;

__global__ void fill(int* out, int first) { out[threadIdx.x] = first + threadIdx.x; }

void note(void* data) { *static_cast<int*>(data) += 1; }
void note_more(void* data) { *static_cast<int*>(data) += 100; }

int main() {
    std::vector<int> result(n, -1);
    int calls = 0, first = 7;
    cudaGraph_t graph;
    check(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t nodes[5];

    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeMemAlloc;
    params.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
    params.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
    params.alloc.bytesize = n * sizeof(int);
    check(cudaGraphAddNode(&nodes[0], graph, nullptr, nullptr, 0, &params));
    int* memory = static_cast<int*>(params.alloc.dptr);

    void* arguments[] = {&memory, &first};
    cudaGraphNodeParams kernel = {};
    kernel.type = cudaGraphNodeTypeKernel;
    kernel.kernel.func = reinterpret_cast<void*>(fill);
    kernel.kernel.gridDim = dim3(1);
    kernel.kernel.blockDim = dim3(n);
    kernel.kernel.kernelParams = arguments;
    check(cudaGraphAddNode(&nodes[1], graph, &nodes[0], nullptr, 1, &kernel));

    params = {};
    params.type = cudaGraphNodeTypeMemcpy;
    params.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(memory, n * sizeof(int), n * sizeof(int), 1);
    params.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(result.data(), n * sizeof(int), n * sizeof(int), 1);
    params.memcpy.copyParams.extent = make_cudaExtent(n * sizeof(int), 1, 1);
    params.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
    const cudaGraphEdgeData ordinary = {};
    check(cudaGraphAddNode(&nodes[2], graph, &nodes[1], &ordinary, 1, &params));

    params = {};
    params.type = cudaGraphNodeTypeMemFree;
    params.free.dptr = memory;
    check(cudaGraphAddNode(&nodes[3], graph, &nodes[2], nullptr, 1, &params));
    cudaGraphNodeParams host = {};
    host.type = cudaGraphNodeTypeHost;
    host.host.fn = note;
    host.host.userData = &calls;
    check(cudaGraphAddNode(&nodes[4], graph, &nodes[3], nullptr, 1, &host));

    cudaGraphInstantiateParams how = {};
    cudaGraphExec_t executable;
    check(cudaGraphInstantiateWithParams(&executable, graph, &how));
    check(cudaGraphLaunch(executable, cudaStreamPerThread));
    check(cudaStreamSynchronize(cudaStreamPerThread));
    bool right = result[0] == 7 && result[n - 1] == 7 + n - 1 && calls == 1 &&
                 how.result_out == cudaGraphInstantiateSuccess;

    first = 1000;
    host.host.fn = note_more;
    check(cudaGraphExecNodeSetParams(executable, nodes[1], &kernel));
    check(cudaGraphExecNodeSetParams(executable, nodes[4], &host));
    check(cudaGraphLaunch(executable, cudaStreamPerThread));
    check(cudaStreamSynchronize(cudaStreamPerThread));
    right = right && result[0] == 1000 && result[n - 1] == 1000 + n - 1 && calls == 101;

    check(cudaGraphNodeSetParams(nodes[4], &host));
    cudaHostNodeParams told;
    check(cudaGraphHostNodeGetParams(nodes[4], &told));
    right = right && told.fn == note_more && told.userData == &calls;
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    std::printf(right ? "PASSED\n" : "%d calls, number 0 is %d\n", calls, result[0]);
    return right ? 0 : 1;
}
