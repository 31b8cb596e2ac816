// Arrays filled and read by bytes, regardless of rows: bytes that do not fit into a row continue in the next one. A texture
// fetch shows where each element is stored.

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // cudaMemcpyToArray() and its kin
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int width = 10, height = 6, count = width * height;

__global__ void read(cudaTextureObject_t texture, int* out) {
    const int x = threadIdx.x, y = threadIdx.y;
    out[y * width + x] = tex2D<int>(texture, x + 0.5f, y + 0.5f);
}

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array, other;
    check(cudaMallocArray(&array, &format, width, height));
    check(cudaMallocArray(&other, &format, width / 2, height * 2));
    std::vector<int> values(count), expected(count);
    for (int i = 0; i < count; ++i) values[i] = expected[i] = 100 + i;

    // The whole array, then 17 numbers from the third of the second row on.
    check(cudaMemcpyToArray(array, 0, 0, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    int* device;
    check(cudaMalloc(&device, count * sizeof(int)));
    for (int i = 0; i < 17; ++i) expected[width + 2 + i] = values[i] = -i;
    check(cudaMemcpy(device, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    check(cudaMemcpyToArrayAsync(array, 2 * sizeof(int), 1, device, 17 * sizeof(int),
                                 cudaMemcpyDeviceToDevice, cudaStreamPerThread));
    check(cudaStreamSynchronize(cudaStreamPerThread));

    // To an array with another row length and back, except the first five and the last five.
    check(cudaMemcpyArrayToArray(other, 0, 1, array, 5 * sizeof(int), 0, (count - 10) * sizeof(int)));
    check(cudaMemcpyToArray(array, 0, 0, values.data(), 5 * sizeof(int), cudaMemcpyHostToDevice));
    for (int i = 0; i < 5; ++i) expected[i] = values[i];
    check(cudaMemcpyArrayToArray(array, 5 * sizeof(int), 0, other, 0, 1, (count - 10) * sizeof(int)));

    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    check(cudaCreateTextureObject(&texture, &from, &how, nullptr));
    read<<<1, dim3(width, height)>>>(texture, device);
    std::vector<int> seen(count), copied(count);
    check(cudaMemcpy(seen.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpyFromArray(copied.data(), array, 0, 0, count * sizeof(int), cudaMemcpyDeviceToHost));
    int last = 0;
    check(cudaMemcpyFromArrayAsync(&last, array, 9 * sizeof(int), 5, sizeof(int), cudaMemcpyDefault,
                                   cudaStreamPerThread));
    check(cudaStreamSynchronize(cudaStreamPerThread));

    check(cudaDestroyTextureObject(texture));
    check(cudaFreeArray(array));
    check(cudaFreeArray(other));
    check(cudaFree(device));
    for (int i = 0; i < count; ++i) {
        if (seen[i] != expected[i] || copied[i] != expected[i]) {
            std::printf("number %d is %d and %d, not %d\n", i, seen[i], copied[i], expected[i]);
            return 1;
        }
    }
    std::printf(last == expected[count - 1] ? "PASSED\n" : "the last number is %d\n", last);
    return last == expected[count - 1] ? 0 : 1;
}
