#include <algorithm>
#include <vector>

#include "kernelsmith/check.h"
#include "lab.h"

__managed__ float points[4 << 20], centroids[most_clusters * most_dimensions];
__managed__ int membership[1 << 20], iterations;
__managed__ double inertia[64];

/// Writes as many bytes as the results have; copies overwrite them later.
__global__ void write_zeros(KmeansArgs args) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < args.count) args.membership[i] = 0;
    if (i < args.clusters * args.dimensions) args.centroids[i] = 0;
    if (i < args.limit) args.inertia[i] = 0;
    if (i == 0) *args.iterations = 0;
}

static void find_clusters(void* of) {
    const KmeansArgs& args = *static_cast<const KmeansArgs*>(of);
    const int dims = args.dimensions;
    std::fill_n(inertia, args.limit, 0.0);
    std::fill_n(membership, args.count, -1);
    int t = 0;
    for (bool done = false; !done; ++t) {
        std::vector<double> sums(args.clusters * dims), sizes(args.clusters);
        int changed = 0;
        for (int i = 0; i < args.count; ++i) {
            int nearest = 0;
            double least = INFINITY;
            for (int c = 0; c < args.clusters; ++c) {
                double distance = 0;
                for (int j = 0; j < dims; ++j) {
                    const double d = double(points[j * args.stride + i]) - centroids[c * dims + j];
                    distance += d * d;
                }
                if (distance < least) least = distance, nearest = c;
            }
            changed += membership[i] != nearest;
            membership[i] = nearest, inertia[t] += least, ++sizes[nearest];
            for (int j = 0; j < dims; ++j) sums[nearest * dims + j] += points[j * args.stride + i];
        }
        for (int e = 0; e < args.clusters * dims; ++e)
            if (sizes[e / dims] > 0) centroids[e] = float(sums[e] / sizes[e / dims]);
        done = t + 1 == args.limit || (t + 1 >= least_iterations && changed <= args.threshold * args.count);
    }
    iterations = t;
}

extern "C" void kmeans(const KmeansArgs& args) {
    const int values = args.clusters * args.dimensions;
    write_zeros<<<groups_of(256, std::max({args.count, values, args.limit})), 256>>>(args);
    CUDA_CHECK_LAUNCH();
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    cudaGraphNode_t last = nullptr;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    const auto copy = [&](void* to, const void* from, std::size_t bytes) {
        const cudaGraphNode_t before = last;
        if (bytes > 0)
            CUDA_CHECK(cudaGraphAddMemcpyNode1D(&last, graph, &before, before != nullptr, to, from, bytes,
                                                cudaMemcpyDeviceToDevice));
    };
    copy(points, args.points, sizeof(float) * args.dimensions * args.stride);
    copy(centroids, args.start, sizeof(float) * values);
    KmeansArgs kept = args;
    const cudaHostNodeParams work = {find_clusters, &kept};
    const cudaGraphNode_t brought = last;
    CUDA_CHECK(cudaGraphAddHostNode(&last, graph, &brought, 1, &work));
    copy(args.centroids, centroids, sizeof(float) * values);
    copy(args.membership, membership, sizeof(int) * args.count);
    copy(args.inertia, inertia, sizeof(double) * args.limit);
    copy(args.iterations, &iterations, sizeof(int));
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(executable, nullptr));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphDestroy(graph));
}
