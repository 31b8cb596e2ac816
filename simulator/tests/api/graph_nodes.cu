// Graphs whose nodes are added one by one: what is refused of nodes, dependencies and parameters, what can be changed in
// what was made of a graph to be launched, and what nodes that allocate forbid.

#include "show.h"

#include <cstdlib>

namespace {

__global__ void add(int* out, int value) { atomicAdd(out, value); }
__global__ void nothing() {}
void call(void* data) { ++*static_cast<int*>(data); }

int wrong = 0;

/// A number that no GPU may answer otherwise.
void expect(long long found, long long expected, int line = __builtin_LINE()) {
    if (found == expected) return;
    std::printf("line %d: %lld, not %lld\n", line, found, expected);
    ++wrong;
}

/// What a GPU's driver may crash of, or what may leave it unusable, only the simulator is asked. It has to refuse it.
template <class Ask> void refused_by_simulator(Ask ask, int line = __builtin_LINE()) {
    if (std::getenv("KERNELSMITH_SIMULATOR_DEVICE") == nullptr) return;
    expect(ask(), cudaErrorInvalidValue, line);
    cudaGetLastError();
}

int* out = nullptr;
int calls = 0;
int host = 0;
cudaStream_t stream = nullptr;
cudaEvent_t event = nullptr;

cudaGraph_t fresh() {
    cudaGraph_t graph = nullptr;
    cudaGraphCreate(&graph, 0);
    return graph;
}

cudaGraphNode_t empty(cudaGraph_t graph) {
    cudaGraphNode_t node = nullptr;
    cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
    return node;
}

cudaKernelNodeParams adding(int** target, int* value, void* (&arguments)[2]) {
    arguments[0] = target;
    arguments[1] = value;
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(add);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    return params;
}

int value_now() {
    int value = 0;
    cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

int launch(cudaGraphExec_t executable) {
    cudaMemset(out, 0, 64);
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaStreamSynchronize(stream));
    return value_now();
}

void handles() {
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    SHOW(cudaGraphCreate(nullptr, 0));
    SHOW(cudaGraphCreate(&graph, 1));
    SHOW(cudaGraphCreate(&graph, 0));
    const cudaGraph_t other = fresh();
    const cudaGraphNode_t strange = empty(other);
    const cudaGraphNode_t own = empty(graph);
    const cudaGraphNode_t twice[] = {own, own};
    SHOW(cudaGraphAddEmptyNode(nullptr, graph, nullptr, 0));
    SHOW(cudaGraphAddEmptyNode(&node, nullptr, nullptr, 0));
    SHOW(cudaGraphAddEmptyNode(&node, graph, nullptr, 1));
    SHOW(cudaGraphAddEmptyNode(&node, graph, &strange, 1));
    SHOW(cudaGraphAddEmptyNode(&node, graph, twice, 2));
    SHOW(cudaGraphAddEmptyNode(&node, graph, twice, 1));
    SHOW(cudaGraphDestroyNode(nullptr));
    SHOW(cudaGraphDestroyNode(node));
    std::size_t count = 0;
    SHOW(cudaGraphGetNodes(graph, nullptr, &count));
    VALUE(count);
    expect(count, 1);
    SHOW(cudaGraphNodeFindInClone(&node, own, graph));
    SHOW(cudaGraphDestroy(other));
    SHOW(cudaGraphDestroy(graph));
}

void edges() {
    cudaGraph_t graph = fresh();
    const cudaGraphNode_t a = empty(graph);
    const cudaGraphNode_t b = empty(graph);
    const cudaGraphNode_t c = empty(graph);
    const cudaGraphNode_t from[] = {a, a};
    const cudaGraphNode_t to[] = {c, b};
    cudaGraphNode_t found[4] = {};
    cudaGraphEdgeData data[4] = {};
    std::size_t count = 0;
    SHOW(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
    SHOW(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
    SHOW(cudaGraphAddDependencies(graph, &a, &a, nullptr, 1));
    SHOW(cudaGraphAddDependencies(graph, from, to, nullptr, 2)); // the second one is there
    SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
    VALUE(count);
    expect(count, 2); // the first one stays
    SHOW(cudaGraphAddDependencies(graph, nullptr, &b, nullptr, 1));
    SHOW(cudaGraphAddDependencies(graph, nullptr, nullptr, nullptr, 0));
    SHOW(cudaGraphAddDependencies(nullptr, &a, &c, nullptr, 1));
    SHOW(cudaGraphRemoveDependencies(graph, &b, &a, nullptr, 1));
    SHOW(cudaGraphGetEdges(graph, found, nullptr, nullptr, &count));
    SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, nullptr));
    SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, data, &count));
    SHOW(cudaGraphNodeGetDependencies(b, nullptr, nullptr, &count));
    VALUE(count);
    expect(count, 1);
    count = 4;
    SHOW(cudaGraphNodeGetDependencies(b, found, data, &count));
    VALUE(count);
    VALUE(found[0] == a);
    VALUE(found[1] == nullptr);
    SHOW(cudaGraphNodeGetDependencies(b, nullptr, data, &count));
    SHOW(cudaGraphNodeGetDependencies(nullptr, found, nullptr, &count));
    SHOW(cudaGraphNodeGetDependencies(b, found, nullptr, nullptr));
    SHOW(cudaGraphNodeGetDependentNodes(a, nullptr, nullptr, &count));
    VALUE(count);
    cudaGraphExec_t executable = nullptr;
    cudaGraphInstantiateParams how = {};
    SHOW(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1)); // a circle
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    SHOW(cudaGraphInstantiateWithParams(&executable, graph, &how));
    VALUE(how.result_out);
    VALUE(how.errNode_out != nullptr);
    SHOW(cudaGraphRemoveDependencies(graph, &b, &a, nullptr, 1));
    SHOW(cudaGraphInstantiateWithParams(&executable, graph, &how));
    VALUE(how.result_out);
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(graph));
}

void kernels() {
    cudaGraph_t graph = fresh();
    cudaGraphNode_t node = nullptr;
    cudaGraphNode_t second = nullptr;
    void* arguments[2];
    int value = 5;
    cudaKernelNodeParams good = adding(&out, &value, arguments);
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr));
    cudaKernelNodeParams bad = good;
    bad.func = nullptr;
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad.func = &value;
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad = good;
    bad.kernelParams = nullptr;
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad = good;
    bad.blockDim = dim3(2000);
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad = good;
    bad.gridDim = dim3(0);
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad = good;
    bad.sharedMemBytes = 1 << 20;
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &good));
    cudaKernelNodeParams plain = {};
    plain.func = reinterpret_cast<void*>(nothing);
    plain.gridDim = plain.blockDim = dim3(1);
    SHOW(cudaGraphAddKernelNode(&second, graph, &node, 1, &plain));
    struct {
        int* target;
        int value;
    } packed = {out, 100};
    std::size_t bytes = sizeof packed; // with the gap at the end, which the parameters do not have
    void* extra[] = {reinterpret_cast<void*>(1), &packed, reinterpret_cast<void*>(2), &bytes, nullptr};
    bad = good;
    bad.extra = extra;
    SHOW(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &bad));
    bad.kernelParams = nullptr;
    SHOW(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &bad));
    bytes = sizeof packed.target + sizeof packed.value;
    SHOW(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &bad));
    cudaKernelNodeParams told = {};
    SHOW(cudaGraphKernelNodeGetParams(node, &told));
    VALUE(told.func == reinterpret_cast<void*>(add));
    VALUE(told.blockDim.x);
    VALUE(told.kernelParams != nullptr);
    VALUE(told.extra != nullptr);
    SHOW(cudaGraphKernelNodeGetParams(second, &told));
    VALUE(told.kernelParams != nullptr);
    VALUE(told.extra != nullptr);
    SHOW(cudaGraphKernelNodeGetParams(node, nullptr));
    cudaGraphExec_t executable = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    VALUE(launch(executable));
    expect(value_now(), 105);
    value = 7;
    SHOW(cudaGraphExecKernelNodeSetParams(executable, node, &good));
    SHOW(cudaGraphExecKernelNodeSetParams(executable, nullptr, &good));
    SHOW(cudaGraphExecKernelNodeSetParams(nullptr, node, &good));
    refused_by_simulator([&] { return cudaGraphExecKernelNodeSetParams(executable, node, nullptr); });
    bad = good;
    bad.kernelParams = nullptr;
    refused_by_simulator([&] { return cudaGraphExecKernelNodeSetParams(executable, node, &bad); });
    refused_by_simulator([&] { return cudaGraphKernelNodeSetParams(node, &bad); });
    bad = good;
    bad.blockDim = dim3(2000);
    SHOW(cudaGraphExecKernelNodeSetParams(executable, node, &bad));
    SHOW(cudaGraphKernelNodeSetParams(node, &bad));
    VALUE(launch(executable));
    expect(value_now(), 107);
    unsigned enabled = 9;
    SHOW(cudaGraphNodeSetEnabled(executable, node, 0));
    SHOW(cudaGraphNodeGetEnabled(executable, node, &enabled));
    VALUE(enabled);
    VALUE(launch(executable));
    expect(value_now(), 100);
    const cudaGraphNode_t bare = empty(graph);
    SHOW(cudaGraphKernelNodeSetParams(bare, &good));
    SHOW(cudaGraphExecKernelNodeSetParams(executable, bare, &good)); // came later
    SHOW(cudaGraphNodeSetEnabled(executable, bare, 0));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(graph));
}

void copies() {
    cudaGraph_t graph = fresh();
    cudaGraphNode_t node = nullptr;
    const auto to_host = cudaMemcpyDeviceToHost;
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, nullptr, out, 4, to_host));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, nullptr, 4, to_host));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 0, to_host));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 65, to_host));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 4, static_cast<cudaMemcpyKind>(9)));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 4, cudaMemcpyHostToDevice));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 4, to_host));
    refused_by_simulator([&] { return cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, nullptr); });
    cudaMemcpy3DParms told = {};
    SHOW(cudaGraphMemcpyNodeGetParams(node, &told));
    VALUE(told.srcPtr.ptr == out);
    VALUE(told.dstPtr.ptr == &host);
    VALUE(told.srcPtr.pitch);
    VALUE(told.srcPtr.xsize);
    VALUE(told.srcPtr.ysize);
    VALUE(told.extent.width);
    VALUE(told.extent.height);
    VALUE(told.extent.depth);
    VALUE(told.kind);
    cudaGraphExec_t executable = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, out, &host, 4, cudaMemcpyHostToDevice));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, &host, out, 4, cudaMemcpyDefault));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, &host, out + 1, 4, to_host));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, &host, out, 0, to_host));
    SHOW(cudaGraphMemcpyNodeSetParams1D(node, out, &host, 4, cudaMemcpyHostToDevice));
    cudaGraphExecUpdateResultInfo info = {};
    SHOW(cudaGraphExecUpdate(executable, graph, &info));
    VALUE(info.result);
    VALUE(info.errorNode == node);
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(graph));
}

// A copy of several rows is not to be changed in what can be launched, whatever else stays.
void boxes() {
    cudaGraph_t graph = fresh();
    cudaGraphNode_t line = nullptr;
    cudaGraphNode_t box = nullptr;
    static int rows[4];
    cudaMemcpy3DParms params = {};
    params.srcPtr = make_cudaPitchedPtr(out, 8, 8, 2);
    params.dstPtr = make_cudaPitchedPtr(rows, 8, 8, 2);
    params.extent = make_cudaExtent(8, 2, 1);
    params.kind = cudaMemcpyDeviceToHost;
    SHOW(cudaGraphAddMemcpyNode(&box, graph, nullptr, 0, &params));
    SHOW(cudaGraphAddMemcpyNode1D(&line, graph, nullptr, 0, &host, out, 4, cudaMemcpyDeviceToHost));
    cudaGraphExec_t executable = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    params.srcPtr.ptr = out + 4;
    SHOW(cudaGraphExecMemcpyNodeSetParams(executable, box, &params));
    expect(cudaGraphExecMemcpyNodeSetParams(executable, box, &params), cudaErrorInvalidValue);
    cudaGetLastError();
    SHOW(cudaGraphExecMemcpyNodeSetParams(executable, line, &params));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, box, rows, out, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, line, rows, out, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaGraphMemcpyNodeSetParams(box, &params));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(graph));
}

void fills() {
    cudaGraph_t graph = fresh();
    cudaGraphNode_t node = nullptr;
    const cudaMemsetParams good = {out, 0, 0x1234, 2, 4, 1};
    const auto with = [&](auto change) {
        cudaMemsetParams bad = good;
        change(bad);
        SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &bad));
    };
    refused_by_simulator([&] { return cudaGraphAddMemsetNode(&node, graph, nullptr, 0, nullptr); });
    with([](cudaMemsetParams& bad) { bad.dst = nullptr; });
    with([](cudaMemsetParams& bad) { bad.dst = &host; });
    with([](cudaMemsetParams& bad) { bad.elementSize = 3; });
    with([](cudaMemsetParams& bad) { bad.elementSize = 8; });
    with([](cudaMemsetParams& bad) { bad.width = 0; });
    with([](cudaMemsetParams& bad) { bad.height = 0; });
    with([](cudaMemsetParams& bad) { bad.width = 33; });
    with([](cudaMemsetParams& bad) { bad.height = 2; });
    with([](cudaMemsetParams& bad) { bad.dst = reinterpret_cast<char*>(out) + 1; });
    with([](cudaMemsetParams& bad) { bad.value = 0x12345; });
    SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &good));
    cudaMemsetParams told = {};
    SHOW(cudaGraphMemsetNodeGetParams(node, &told));
    VALUE(told.value);
    VALUE(told.width);
    VALUE(told.pitch);
    cudaGraphExec_t executable = nullptr;
    cudaGraph_t alone = fresh();
    SHOW(cudaGraphAddMemsetNode(&node, alone, nullptr, 0, &good));
    SHOW(cudaGraphInstantiate(&executable, alone, 0));
    VALUE(launch(executable));
    expect(value_now(), 0x12341234);
    told.height = 2;
    told.pitch = 16;
    SHOW(cudaGraphExecMemsetNodeSetParams(executable, node, &told));
    told.height = 1;
    told.width = 2;
    SHOW(cudaGraphExecMemsetNodeSetParams(executable, node, &told));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(alone));
    SHOW(cudaGraphDestroy(graph));
}

void others() {
    cudaGraph_t graph = fresh();
    cudaGraph_t child = fresh();
    cudaGraph_t inside = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    const cudaHostNodeParams none = {nullptr, nullptr};
    const cudaHostNodeParams some = {call, &calls};
    refused_by_simulator([&] { return cudaGraphAddHostNode(&node, graph, nullptr, 0, nullptr); });
    SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, &none));
    SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, &some));
    SHOW(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, nullptr));
    SHOW(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, event));
    SHOW(cudaGraphEventWaitNodeSetEvent(node, event));
    SHOW(cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, nullptr));
    SHOW(cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, event));
    SHOW(cudaGraphNodeGetType(node, &type));
    VALUE(type);
    empty(child);
    SHOW(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, nullptr));
    SHOW(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
    SHOW(cudaGraphChildGraphNodeGetGraph(node, &inside));
    VALUE(inside != child);
    refused_by_simulator([&] { return cudaGraphDestroy(inside); }); // it is the node's
    cudaGraph_t clone = nullptr;
    SHOW(cudaGraphClone(&clone, graph));
    SHOW(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, clone));
    cudaGraphExec_t executable = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    launch(executable);
    VALUE(calls);
    expect(calls, 2);
    SHOW(cudaEventQuery(event));
    SHOW(cudaGraphExecChildGraphNodeSetParams(executable, node, child));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(child));
    SHOW(cudaGraphDestroy(clone));
    SHOW(cudaGraphDestroy(graph));
}

cudaMemAllocNodeParams allocating(std::size_t bytes) {
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.bytesize = bytes;
    return params;
}

void memory() {
    cudaGraph_t graph = fresh();
    cudaGraph_t parent = fresh();
    cudaGraph_t clone = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaGraphNode_t allocate = nullptr;
    cudaGraphNode_t release = nullptr;
    cudaMemAllocNodeParams bad = allocating(0);
    refused_by_simulator([&] { return cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, nullptr); });
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
    bad = allocating(~std::size_t{0});
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
    bad = allocating(64);
    bad.poolProps.allocType = cudaMemAllocationTypeInvalid;
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
    bad = allocating(64);
    bad.poolProps.location.id = 99;
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
    cudaMemAllocNodeParams good = allocating(64);
    SHOW(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &good));
    VALUE(good.dptr != nullptr);
    SHOW(cudaFree(good.dptr));
    SHOW(cudaFreeAsync(good.dptr, stream));
    refused_by_simulator([&] { return cudaMemcpy(&host, good.dptr, 4, cudaMemcpyDeviceToHost); });
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, nullptr));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, out));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, static_cast<char*>(good.dptr) + 4));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, good.dptr));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, good.dptr));
    SHOW(cudaGraphAddMemFreeNode(&node, parent, nullptr, 0, good.dptr));
    SHOW(cudaGraphClone(&clone, graph));
    SHOW(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, graph));
    SHOW(cudaGraphRemoveDependencies(graph, &allocate, &release, nullptr, 1));
    SHOW(cudaGraphDestroyNode(allocate));
    cudaGraphExec_t executable = nullptr;
    cudaGraphExec_t second = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    SHOW(cudaGraphInstantiate(&second, graph, 0));
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaStreamSynchronize(stream));
    refused_by_simulator([&] { return cudaMemcpy(&host, good.dptr, 4, cudaMemcpyDeviceToHost); });
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphInstantiate(&second, graph, 0));
    SHOW(cudaGraphExecDestroy(second));
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaGraphDestroy(parent));
}

void memory_left() {
    cudaGraph_t graph = fresh();
    cudaGraph_t freeing = fresh();
    cudaGraphNode_t node = nullptr;
    cudaMemAllocNodeParams params = allocating(64);
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
    SHOW(cudaGraphAddMemFreeNode(&node, freeing, nullptr, 0, params.dptr));
    SHOW(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, params.dptr));
    cudaGraphExec_t allocate = nullptr;
    cudaGraphExec_t release = nullptr;
    SHOW(cudaGraphInstantiate(&allocate, graph, 0));
    SHOW(cudaGraphInstantiate(&release, freeing, 0));
    refused_by_simulator([&] { return cudaGraphLaunch(release, stream); });
    SHOW(cudaGraphLaunch(allocate, stream));
    SHOW(cudaGraphLaunch(allocate, stream));
    SHOW(cudaMemsetAsync(params.dptr, 1, 64, stream));
    SHOW(cudaMemcpyAsync(&host, params.dptr, 4, cudaMemcpyDeviceToHost, stream));
    SHOW(cudaGraphLaunch(release, stream));
    refused_by_simulator([&] { return cudaGraphLaunch(release, stream); });
    SHOW(cudaGraphLaunch(allocate, stream));
    SHOW(cudaFree(params.dptr));
    SHOW(cudaStreamSynchronize(stream));
    VALUE(host);
    expect(host, 0x01010101);
    unsigned long long value = 1;
    SHOW(cudaDeviceGraphMemTrim(0));
    SHOW(cudaDeviceGraphMemTrim(1));
    SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &value));
    SHOW(cudaDeviceGetGraphMemAttribute(1, cudaGraphMemAttrUsedMemCurrent, &value));
    SHOW(cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(7), &value));
    value = 1;
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value));
    value = 0;
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value));
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &value));
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &value));
    SHOW(cudaGraphExecDestroy(allocate));
    SHOW(cudaGraphExecDestroy(release));
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaGraphDestroy(freeing));
}

void captured_memory() {
    cudaGraph_t graph = nullptr;
    void* memory = nullptr;
    void* before = nullptr;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    SHOW(cudaMallocAsync(&before, 64, stream));
    SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SHOW(cudaMallocAsync(&memory, 64, stream));
    VALUE(memory != nullptr);
    SHOW(cudaMemsetAsync(memory, 2, 64, stream));
    SHOW(cudaFreeAsync(memory, stream));
    SHOW(cudaFreeAsync(memory, stream));
    SHOW(cudaStreamIsCapturing(stream, &status));
    VALUE(status);
    SHOW(cudaFreeAsync(before, stream));
    SHOW(cudaStreamIsCapturing(stream, &status));
    VALUE(status);
    SHOW(cudaStreamEndCapture(stream, &graph));
    if (graph != nullptr) {
        std::size_t count = 0;
        SHOW(cudaGraphGetNodes(graph, nullptr, &count));
        VALUE(count);
        SHOW(cudaGraphDestroy(graph));
    }
    SHOW(cudaFreeAsync(before, stream));
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    SHOW(cudaMalloc(&out, 64));
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaEventCreate(&event));
    handles();
    edges();
    kernels();
    copies();
    boxes();
    fills();
    others();
    memory();
    memory_left();
    captured_memory();
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamDestroy(stream));
    SHOW(cudaFree(out));
    return wrong == 0 ? 0 : 3;
}
