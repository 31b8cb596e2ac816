// An array of three dimensions: filled from the host, a box of it copied into another one and into pitched memory, where
// a kernel adds up its numbers.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr size_t width = 12, height = 7, depth = 5;              // of the volume
constexpr size_t wide = 6, high = 4, deep = 3;                   // of the box
constexpr size_t left = 3, top = 2, front = 1;                   // where it begins
constexpr size_t other_left = 1, other_top = 0, other_front = 2; // where its copy begins

float value(size_t x, size_t y, size_t z) { return static_cast<float>(100 * z + 10 * y + x); }

__global__ void add_up(cudaPitchedPtr box, double* sum) {
    const char* layer = static_cast<const char*>(box.ptr) + blockIdx.x * box.pitch * high;
    for (size_t y = 0; y < high; ++y) {
        const float* row = reinterpret_cast<const float*>(layer + y * box.pitch);
        atomicAdd(sum, double(row[threadIdx.x]));
    }
}

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t volume, second;
    check(cudaMalloc3DArray(&volume, &format, make_cudaExtent(width, height, depth)));
    check(cudaMalloc3DArray(&second, &format, make_cudaExtent(wide + 1, high + 1, deep + 2)));
    cudaExtent extent;
    check(cudaArrayGetInfo(nullptr, &extent, nullptr, volume));

    std::vector<float> values;
    for (size_t z = 0; z < depth; ++z)
        for (size_t y = 0; y < height; ++y)
            for (size_t x = 0; x < width; ++x) values.push_back(value(x, y, z));
    cudaMemcpy3DParms fill = {};
    fill.srcPtr = make_cudaPitchedPtr(values.data(), width * sizeof(float), width, height);
    fill.dstArray = volume;
    fill.extent = make_cudaExtent(width, height, depth);
    fill.kind = cudaMemcpyHostToDevice;
    check(cudaMemcpy3D(&fill));

    cudaMemcpy3DParms move = {};
    move.srcArray = volume;
    move.srcPos = make_cudaPos(left, top, front);
    move.dstArray = second;
    move.dstPos = make_cudaPos(other_left, other_top, other_front);
    move.extent = make_cudaExtent(wide, high, deep);
    move.kind = cudaMemcpyDeviceToDevice;
    check(cudaMemcpy3D(&move));

    cudaPitchedPtr box;
    check(cudaMalloc3D(&box, make_cudaExtent(wide * sizeof(float), high, deep)));
    cudaMemcpy3DParms take = {};
    take.srcArray = second;
    take.srcPos = move.dstPos;
    take.dstPtr = box;
    take.extent = move.extent; // in elements, as an array takes part
    take.kind = cudaMemcpyDeviceToDevice;
    check(cudaMemcpy3DAsync(&take, cudaStreamPerThread));
    double *device_sum, sum = 0, expected = 0;
    check(cudaMalloc(&device_sum, sizeof sum));
    check(cudaMemset(device_sum, 0, sizeof sum));
    check(cudaStreamSynchronize(cudaStreamPerThread));
    add_up<<<deep, wide>>>(box, device_sum);
    check(cudaMemcpy(&sum, device_sum, sizeof sum, cudaMemcpyDeviceToHost));
    for (size_t z = 0; z < deep; ++z)
        for (size_t y = 0; y < high; ++y)
            for (size_t x = 0; x < wide; ++x) expected += value(left + x, top + y, front + z);

    check(cudaFreeArray(volume));
    check(cudaFreeArray(second));
    check(cudaFree(box.ptr));
    check(cudaFree(device_sum));
    const bool right = sum == expected && extent.depth == depth && extent.height == height;
    std::printf(right ? "PASSED\n" : "the sum is %g, not %g\n", sum, expected);
    return right ? 0 : 1;
}
