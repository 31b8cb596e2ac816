// Copies to, from and between arrays of one to three dimensions: rejected calls, and the resulting layout.

#include "check.h"
#include "show.h"

#include <vector>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // cudaMemcpyToArray() and related functions

namespace {

constexpr std::size_t width = 8, height = 4, depth = 3;
constexpr std::size_t row = width * sizeof(int), layer = row * height;

cudaArray_t line = nullptr;
cudaArray_t plane = nullptr;
cudaArray_t volume = nullptr;
cudaArray_t bytes = nullptr;
int* device = nullptr;
std::vector<int> host(width* height* depth);

void making() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    const cudaChannelFormatDesc small = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t array = nullptr;
    SHOW(cudaMalloc3DArray(&line, &format, make_cudaExtent(width, 0, 0)));
    SHOW(cudaMalloc3DArray(&plane, &format, make_cudaExtent(width, height, 0)));
    SHOW(cudaMalloc3DArray(&volume, &format, make_cudaExtent(width, height, depth)));
    SHOW(cudaMalloc3DArray(&bytes, &small, make_cudaExtent(width, height, depth)));
    SHOW(cudaMalloc3DArray(nullptr, &format, make_cudaExtent(width, 0, 0)));
    SHOW(cudaMalloc3DArray(&array, nullptr, make_cudaExtent(width, 0, 0)));
    SHOW(cudaMalloc3DArray(&array, &format, make_cudaExtent(0, 0, 0)));
    SHOW(cudaMalloc3DArray(&array, &format, make_cudaExtent(0, height, depth)));
    SHOW(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, 0, depth)));
    SHOW(cudaMalloc3DArray(&array, &format, make_cudaExtent(131073, 0, 0)));
    SHOW(cudaMalloc3DArray(&array, &format, make_cudaExtent(1, 65537, 0)));
    SHOW(cudaMalloc3DArray(&array, &format, make_cudaExtent(16385, 1, 1)));
    SHOW(cudaMallocArray(&array, &format, 131073, 0));
    SHOW(cudaMallocArray(&array, &format, 1, 65537));
    for (const cudaArray_t made : {line, plane, volume}) {
        cudaExtent extent = {};
        unsigned flags = 9;
        SHOW(cudaArrayGetInfo(nullptr, &extent, &flags, made));
        VALUE(extent.width);
        VALUE(extent.height);
        VALUE(extent.depth);
        VALUE(flags);
        expect(extent.width, width);
        expect(extent.height, made == line ? 0 : height);
        expect(extent.depth, made == volume ? depth : 0);
    }
}

void runs_of_bytes() {
    int found[6] = {};
    SHOW(cudaMemcpyToArray(plane, 0, 0, host.data(), layer, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyFromArray(found, plane, row - 8, 1, 6 * sizeof(int), cudaMemcpyDeviceToHost));
    VALUE(found[0]);
    VALUE(found[1]);
    VALUE(found[2]);
    VALUE(found[5]);
    expect(found[0], 14);
    expect(found[5], 19);
    SHOW(cudaMemcpyToArray(plane, 0, 0, host.data(), layer + 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToArray(plane, 4, 3, host.data(), row, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToArray(plane, row, 0, host.data(), 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToArray(plane, row + 4, 0, host.data(), 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToArray(plane, 0, 4, host.data(), 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToArray(plane, 0, 4, host.data(), 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToArray(plane, 0, 0, nullptr, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToArray(nullptr, 0, 0, host.data(), 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToArray(plane, 0, 0, host.data(), 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyToArray(plane, 0, 0, host.data(), 4, cudaMemcpyHostToHost));
    SHOW(cudaMemcpyToArray(plane, 0, 0, host.data(), 4, static_cast<cudaMemcpyKind>(9)));
    SHOW(cudaMemcpyToArray(plane, 0, 0, device, 4, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpyToArray(volume, 0, 0, host.data(), layer, cudaMemcpyDefault));
    SHOW(cudaMemcpyToArray(volume, 0, 0, host.data(), layer + 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyFromArray(found, plane, 0, 0, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyFromArray(found, line, 8, 0, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyFromArray(found, line, 8, 1, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyToArrayAsync(plane, 2, 0, host.data(), 3, cudaMemcpyHostToDevice, cudaStreamPerThread));
    SHOW(cudaMemcpyFromArrayAsync(found, plane, 0, 0, 4, cudaMemcpyDeviceToHost, cudaStreamPerThread));
    SHOW(cudaStreamSynchronize(cudaStreamPerThread));
}

void between_arrays() {
    SHOW(cudaMemcpyArrayToArray(plane, 0, 2, volume, 4, 0, row));
    SHOW(cudaMemcpyArrayToArray(plane, 0, 0, plane, 0, 2, row));
    SHOW(cudaMemcpyArrayToArray(plane, 0, 0, bytes, 0, 0, 8));
    SHOW(cudaMemcpyArrayToArray(plane, 0, 0, volume, 0, 0, layer + 4));
    SHOW(cudaMemcpyArrayToArray(plane, 0, 0, volume, 0, 0, 8, cudaMemcpyDefault));
    SHOW(cudaMemcpyArrayToArray(plane, 0, 0, volume, 0, 0, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyArrayToArray(plane, 0, 0, volume, 0, 0, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy2DArrayToArray(plane, 0, 1, volume, 8, 0, 16, 3));
    SHOW(cudaMemcpy2DArrayToArray(plane, 0, 2, volume, 8, 0, 16, 3));
    SHOW(cudaMemcpy2DArrayToArray(plane, 0, 0, volume, 8, 0, row, 1));
    SHOW(cudaMemcpy2DArrayToArray(plane, 0, 0, bytes, 0, 0, 8, 2));
    SHOW(cudaMemcpy2DArrayToArray(plane, 0, 0, volume, 0, 0, 0, 2));
    SHOW(cudaMemcpy2DArrayToArray(plane, 0, 0, volume, 0, 0, 8, 1, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DArrayToArray(nullptr, 0, 0, volume, 0, 0, 8, 1));
}

cudaMemcpy3DParms filling() {
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host.data(), row, width, height);
    copy.dstArray = volume;
    copy.extent = make_cudaExtent(width, height, depth);
    copy.kind = cudaMemcpyHostToDevice;
    return copy;
}

int value_at(std::size_t x, std::size_t y, std::size_t z) {
    int value = -1;
    cudaMemcpy3DParms copy = {};
    copy.srcArray = volume;
    copy.srcPos = make_cudaPos(x, y, z);
    copy.dstPtr = make_cudaPitchedPtr(&value, sizeof value, 1, 1);
    copy.extent = make_cudaExtent(1, 1, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    SHOW(cudaMemcpy3D(&copy));
    return value;
}

void boxes() {
    cudaMemcpy3DParms copy = filling();
    SHOW(cudaMemcpy3D(&copy));
    VALUE(value_at(0, 0, 0));
    VALUE(value_at(7, 3, 2));
    VALUE(value_at(8, 0, 0));
    expect(value_at(7, 3, 2), 95);
    copy.dstPos.z = 1;
    SHOW(cudaMemcpy3D(&copy));
    copy.extent.depth = 2;
    SHOW(cudaMemcpy3D(&copy));
    VALUE(value_at(1, 1, 1));
    expect(value_at(1, 1, 1), 9);
    expect(value_at(1, 1, 0), 9);
    expect(value_at(7, 3, 2), 63);
    copy = filling();
    copy.dstPtr = make_cudaPitchedPtr(device, row, width, height);
    SHOW(cudaMemcpy3D(&copy)); // two targets
    copy = filling();
    copy.srcPtr = {};
    SHOW(cudaMemcpy3D(&copy)); // no source
    copy = filling();
    copy.srcPtr.pitch = row - 4;
    SHOW(cudaMemcpy3D(&copy));
    copy = filling();
    copy.extent.depth = 0;
    SHOW(cudaMemcpy3D(&copy));
    copy = filling();
    copy.extent.width = width + 1;
    SHOW(cudaMemcpy3D(&copy));
    for (const cudaMemcpyKind kind :
         {cudaMemcpyHostToHost, cudaMemcpyDefault, static_cast<cudaMemcpyKind>(7)}) {
        copy = filling();
        copy.kind = kind;
        SHOW(cudaMemcpy3D(&copy));
    }
    copy = filling();
    copy.srcPtr = {};
    copy.srcArray = bytes;
    copy.kind = cudaMemcpyDeviceToDevice;
    SHOW(cudaMemcpy3D(&copy)); // elements of different sizes
    copy.srcArray = plane;
    copy.extent = make_cudaExtent(width, height, 1);
    copy.dstPos.z = 2;
    SHOW(cudaMemcpy3DAsync(&copy, cudaStreamPerThread));
    SHOW(cudaStreamSynchronize(cudaStreamPerThread));
    copy.extent.depth = 2;
    SHOW(cudaMemcpy3D(&copy));
    copy.srcArray = line;
    copy.extent = make_cudaExtent(width, 1, 1);
    SHOW(cudaMemcpy3D(&copy));
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<int>(i);
    SHOW(cudaMalloc(&device, layer * depth));
    making();
    runs_of_bytes();
    between_arrays();
    boxes();
    for (const cudaArray_t array : {line, plane, volume, bytes}) SHOW(cudaFreeArray(array));
    SHOW(cudaFree(device));
    SHOW(cudaDeviceSynchronize());
    return wrong == 0 ? 0 : 3;
}
