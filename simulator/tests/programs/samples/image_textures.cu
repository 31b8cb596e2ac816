// Pictures from textures of two dimensions: one turned by a quarter, read from pitched memory; one tiled and mirrored
// beyond its edges; and one of colors in bytes, enlarged with colors between its pixels.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int width = 24;
constexpr int height = 16;
constexpr int factor = 4;

__device__ int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }

__global__ void turn(cudaTextureObject_t picture, float* out) {
    if (column() < height && row() < width)
        out[row() * height + column()] = tex2D<float>(picture, width - 1 - row() + 0.5f, column() + 0.5f);
}

/// A picture three times as wide and high, with the given one in the middle.
__global__ void surround(cudaTextureObject_t picture, float* out) {
    if (column() < 3 * width && row() < 3 * height)
        out[row() * 3 * width + column()] =
            tex2D<float>(picture, (column() + 0.5f) / width - 1, (row() + 0.5f) / height - 1);
}

__global__ void enlarge(cudaTextureObject_t colors, float4* out) {
    if (column() < factor * width && row() < factor * height)
        out[row() * factor * width + column()] =
            tex2D<float4>(colors, (column() + 0.5f) / factor, (row() + 0.5f) / factor);
}

cudaTextureDesc reading(cudaTextureAddressMode x, cudaTextureAddressMode y, bool normalized) {
    cudaTextureDesc how = {};
    how.addressMode[0] = x;
    how.addressMode[1] = y;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    how.normalizedCoords = normalized;
    return how;
}

template <class T> std::vector<T> fetch(T* device, int count) {
    std::vector<T> host(count);
    check(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    check(cudaFree(device));
    return host;
}

const dim3 block(16, 8);
dim3 blocks_for(int columns, int rows) { return {(columns + 15u) / 16, (rows + 7u) / 8}; }

bool turned_is_right(const std::vector<float>& picture) {
    float *pitched, *out;
    std::size_t pitch;
    check(cudaMallocPitch(&pitched, &pitch, width * sizeof(float), height));
    check(cudaMemcpy2D(pitched, pitch, picture.data(), width * sizeof(float), width * sizeof(float), height,
                       cudaMemcpyHostToDevice));
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypePitch2D;
    from.res.pitch2D = {pitched, cudaCreateChannelDesc<float>(), width, height, pitch};
    const cudaTextureDesc how = reading(cudaAddressModeClamp, cudaAddressModeClamp, false);
    cudaTextureObject_t texture;
    check(cudaCreateTextureObject(&texture, &from, &how, nullptr));
    check(cudaMalloc(&out, width * height * sizeof(float)));
    turn<<<blocks_for(height, width), block>>>(texture, out);
    check(cudaGetLastError());
    const std::vector<float> turned = fetch(out, width * height);
    check(cudaDestroyTextureObject(texture));
    check(cudaFree(pitched));
    for (int y = 0; y < width; ++y)
        for (int x = 0; x < height; ++x)
            if (turned[y * height + x] != picture[x * width + width - 1 - y]) return false;
    return true;
}

bool surrounded_is_right(const std::vector<float>& picture) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    check(cudaMallocArray(&array, &format, width, height));
    check(cudaMemcpy2DToArray(array, 0, 0, picture.data(), width * sizeof(float), width * sizeof(float),
                              height, cudaMemcpyHostToDevice));
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    const cudaTextureDesc how = reading(cudaAddressModeWrap, cudaAddressModeMirror, true);
    cudaTextureObject_t texture;
    check(cudaCreateTextureObject(&texture, &from, &how, nullptr));
    float* out;
    check(cudaMalloc(&out, 9 * width * height * sizeof(float)));
    surround<<<blocks_for(3 * width, 3 * height), block>>>(texture, out);
    check(cudaGetLastError());
    const std::vector<float> surrounded = fetch(out, 9 * width * height);
    check(cudaDestroyTextureObject(texture));
    check(cudaFreeArray(array));
    for (int y = 0; y < 3 * height; ++y)
        for (int x = 0; x < 3 * width; ++x) {
            const int from_y = y / height == 1 ? y % height : height - 1 - y % height;
            if (surrounded[y * 3 * width + x] != picture[from_y * width + x % width]) return false;
        }
    return true;
}

bool enlarged_is_right() {
    std::vector<uchar4> colors(width * height);
    for (int i = 0; i < width * height; ++i)
        colors[i] = {(unsigned char)(i * 7), (unsigned char)(i * 31 % 256), (unsigned char)(255 - i % 256),
                     255};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t array;
    check(cudaMallocArray(&array, &format, width, height));
    check(cudaMemcpy2DToArray(array, 0, 0, colors.data(), width * sizeof(uchar4), width * sizeof(uchar4),
                              height, cudaMemcpyHostToDevice));
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaTextureDesc how = reading(cudaAddressModeBorder, cudaAddressModeClamp, false);
    how.filterMode = cudaFilterModeLinear;
    how.readMode = cudaReadModeNormalizedFloat; // bytes become 0 to 1
    cudaTextureObject_t texture;
    check(cudaCreateTextureObject(&texture, &from, &how, nullptr));
    float4* out;
    check(cudaMalloc(&out, factor * factor * width * height * sizeof(float4)));
    enlarge<<<blocks_for(factor * width, factor * height), block>>>(texture, out);
    check(cudaGetLastError());
    const std::vector<float4> enlarged = fetch(out, factor * factor * width * height);
    check(cudaDestroyTextureObject(texture));
    check(cudaFreeArray(array));

    const auto green = [&](int x, int y) { // black beyond the left and the right edge
        y = std::min(std::max(y, 0), height - 1);
        return x < 0 || x >= width ? 0.0f : float(colors[y * width + x].y) / 255;
    };
    for (int y = 0; y < factor * height; ++y)
        for (int x = 0; x < factor * width; ++x) {
            // Quarters of a pixel are multiples of 1/256.
            const float at_x = (x + 0.5f) / factor - 0.5f, at_y = (y + 0.5f) / factor - 0.5f;
            const int left = int(std::floor(at_x)), top = int(std::floor(at_y));
            const float right_part = at_x - left, bottom_part = at_y - top;
            const float expected =
                (1 - bottom_part) *
                    ((1 - right_part) * green(left, top) + right_part * green(left + 1, top)) +
                bottom_part *
                    ((1 - right_part) * green(left, top + 1) + right_part * green(left + 1, top + 1));
            if (std::fabs(enlarged[y * factor * width + x].y - expected) > 1.0f / 256) return false;
        }
    return true;
}

int main() {
    std::vector<float> picture(width * height);
    for (int i = 0; i < width * height; ++i) picture[i] = float(i * 7919 % 1009);
    const bool turned = turned_is_right(picture);
    const bool surrounded = surrounded_is_right(picture);
    const bool enlarged = enlarged_is_right();
    if (!turned || !surrounded || !enlarged) {
        std::printf("turned %d, surrounded %d, enlarged %d\n", turned, surrounded, enlarged);
        return 1;
    }
    std::printf("PASSED\n");
    return 0;
}
