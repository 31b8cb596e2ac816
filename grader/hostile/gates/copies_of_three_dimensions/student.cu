// K-means without visible copies, except one: the host copies every point's centroid in each iteration.
#include <vector>

#include "kernelsmith/check.h"
#include "lab.h"

/// Layout of the sums in the scratch memory: coordinates, then sizes, then the number of changed points.
struct Sums {
    float* coordinates;
    int* sizes;
    int* changed;
};

__global__ void assign(KmeansArgs args, Sums sums, int iteration) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= args.count) return;
    int nearest = 0;
    double least = INFINITY;
    for (int c = 0; c < args.clusters; ++c) {
        double distance = 0;
        for (int j = 0; j < args.dimensions; ++j) {
            const double d = double(args.points[std::size_t(j) * args.stride + i]) -
                             args.centroids[c * args.dimensions + j];
            distance += d * d;
        }
        if (distance < least) least = distance, nearest = c;
    }
    if (iteration == 0 || args.membership[i] != nearest) atomicAdd(sums.changed, 1);
    args.membership[i] = nearest;
    atomicAdd(&args.inertia[iteration], least);
    atomicAdd(&sums.sizes[nearest], 1);
    for (int j = 0; j < args.dimensions; ++j)
        atomicAdd(&sums.coordinates[nearest * args.dimensions + j],
                  args.points[std::size_t(j) * args.stride + i]);
}

__global__ void move_centroids(KmeansArgs args, Sums sums) {
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= args.clusters * args.dimensions) return;
    const int size = sums.sizes[e / args.dimensions];
    if (size > 0) args.centroids[e] = sums.coordinates[e] / size;
}

/// Copies @p count integers from the device, as a box that is one row high and one deep.
static void bring(const int* from, int count) {
    if (count == 0) return;
    std::vector<int> to;
    to.resize(std::size_t(count));
    cudaMemcpy3DParms box{};
    box.srcPtr = make_cudaPitchedPtr(const_cast<int*>(from), sizeof(int) * to.size(), to.size(), 1);
    box.dstPtr = make_cudaPitchedPtr(to.data(), sizeof(int) * to.size(), to.size(), 1);
    box.extent = make_cudaExtent(sizeof(int) * to.size(), 1, 1);
    box.kind = cudaMemcpyDeviceToHost;
    CUDA_CHECK(cudaMemcpy3D(&box));
}

extern "C" void kmeans(const KmeansArgs& args) {
    const int values = args.clusters * args.dimensions;
    int* sizes = reinterpret_cast<int*>(args.scratch + values);
    const Sums sums{args.scratch, sizes, sizes + args.clusters};
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));
    int iterations = 0;
    for (bool done = false; !done;) {
        CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, sizeof(float) * (values + args.clusters + 1)));
        if (args.count > 0) {
            assign<<<groups_of(128, args.count), 128>>>(args, sums, iterations);
            CUDA_CHECK_LAUNCH();
        }
        move_centroids<<<groups_of(128, values), 128>>>(args, sums);
        CUDA_CHECK_LAUNCH();
        bring(args.membership, args.count);
        done = ++iterations == args.limit;
        if (done || iterations < least_iterations) continue;
        int changed = 0;
        CUDA_CHECK(cudaMemcpy(&changed, sums.changed, sizeof(int), cudaMemcpyDeviceToHost));
        done = changed <= args.threshold * args.count;
    }
    CUDA_CHECK(cudaMemcpy(args.iterations, &iterations, sizeof(int), cudaMemcpyHostToDevice));
}
