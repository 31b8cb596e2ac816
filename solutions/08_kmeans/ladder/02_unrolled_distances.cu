// Lab 08, the ladder. NOTES.md has the calculations and the measurements.
//   01_more_threads        128 threads per block instead of 32
// > 02_unrolled_distances  the number of dimensions known at compile time   <- you are here
//   03_update_on_the_gpu   sums by atomics on global memory, one per coordinate
//   04_changes_on_the_gpu  one number copied to the host, no memberships
//   05_point_by_point      the coordinates of a point adjacent in memory
//   06_shared_centroids    centroids in shared memory, the point in registers
//   07_private_sums        sums per block in shared memory
//   08_own_columns         a column of sums per thread, no atomics
//   09_several_points      scalar products, and several points per thread
//   10_fused               assignment and sums in one kernel
//   11_no_waiting          the loop ends on the device
//
// Change:  the kernel is compiled for the usual numbers of dimensions, and its innermost loop is unrolled.
// Why:     a loop of 16 iterations spends more instructions on the counter and addresses than on the distance.
//          And the compiler can keep the coordinates of the point in registers, to use them for all centroids.
// Counter: instructions, to less than half.
// Costs:   seven kernels instead of one. The kernel takes 0.58 ms instead of 1.26, measured once on an H200:
//          it is more than twice as fast, but the program is not. The host's part takes the time.

#include <vector>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 128;

/// Assigns each point to its nearest centroid. @p known is the number of dimensions, or 0 if it is known only at run
/// time.
template <int known> __global__ void assign(KmeansArgs args) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= args.count) return;
    const int dimensions = known > 0 ? known : args.dimensions;
    int nearest = 0;
    float least = INFINITY;
    for (int c = 0; c < args.clusters; ++c) {
        float distance = 0;
#pragma unroll
        for (int j = 0; j < dimensions; ++j) {
            const float difference =
                args.points[std::size_t(j) * args.stride + i] - args.centroids[c * dimensions + j];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    args.membership[i] = nearest;
}

/// Returns the sum of the squared distances, and moves each centroid to the mean of its points.
double update(std::vector<float>& centroids, const std::vector<float>& points,
              const std::vector<int>& membership, const KmeansArgs& args) {
    std::vector<double> sums(centroids.size());
    std::vector<int> sizes(args.clusters);
    double inertia = 0;
    for (int c : membership) ++sizes[c];
    for (int j = 0; j < args.dimensions; ++j) {
        const float* row = &points[std::size_t(j) * args.count];
        for (int i = 0; i < args.count; ++i) {
            const int place = membership[i] * args.dimensions + j;
            const double difference = row[i] - centroids[place];
            inertia += difference * difference;
            sums[place] += row[i];
        }
    }
    for (int place = 0; place < args.clusters * args.dimensions; ++place) {
        const int size = sizes[place / args.dimensions];
        if (size > 0) centroids[place] = static_cast<float>(sums[place] / size);
    }
    return inertia;
}

template <int known> void run(const KmeansArgs& args) {
    const std::size_t row_bytes = sizeof(float) * args.count;
    std::vector<float> points(std::size_t(args.dimensions) * args.count);
    if (args.count > 0)
        CUDA_CHECK(cudaMemcpy2D(points.data(), row_bytes, args.points, sizeof(float) * args.stride, row_bytes,
                                args.dimensions, cudaMemcpyDeviceToHost));
    std::vector<float> centroids(args.clusters * args.dimensions);
    const std::size_t centroid_bytes = sizeof(float) * centroids.size();
    CUDA_CHECK(cudaMemcpy(centroids.data(), args.start, centroid_bytes, cudaMemcpyDeviceToHost));

    std::vector<int> membership(args.count), before(args.count, -1);
    std::vector<double> inertia(args.limit, 0.0);
    int iteration = 0;
    for (bool done = false; !done; ++iteration) {
        CUDA_CHECK(cudaMemcpy(args.centroids, centroids.data(), centroid_bytes, cudaMemcpyHostToDevice));
        if (args.count > 0) {
            assign<known><<<groups_of(threads, args.count), threads>>>(args);
            CUDA_CHECK_LAUNCH();
        }
        CUDA_CHECK(
            cudaMemcpy(membership.data(), args.membership, sizeof(int) * args.count, cudaMemcpyDeviceToHost));
        int changed = 0;
        for (int i = 0; i < args.count; ++i) changed += membership[i] != before[i];
        inertia[iteration] = update(centroids, points, membership, args);
        before.swap(membership);
        done = iteration + 1 == args.limit ||
               (iteration + 1 >= least_iterations && changed <= args.threshold * args.count);
    }
    CUDA_CHECK(cudaMemcpy(args.centroids, centroids.data(), centroid_bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(args.inertia, inertia.data(), sizeof(double) * args.limit, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(args.iterations, &iteration, sizeof(int), cudaMemcpyHostToDevice));
}

extern "C" void kmeans(const KmeansArgs& args) {
    switch (args.dimensions) {
        case 2: return run<2>(args);
        case 3: return run<3>(args);
        case 4: return run<4>(args);
        case 8: return run<8>(args);
        case 16: return run<16>(args);
        case 32: return run<32>(args);
        default: return run<0>(args);
    }
}
