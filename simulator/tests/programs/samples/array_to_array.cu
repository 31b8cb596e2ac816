// Part of an image moves into another array, row by row: a frame of 2 texels around it stays as it was.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr size_t width = 33, height = 21, frame = 2;

uchar4 texel(size_t x, size_t y) {
    return make_uchar4(static_cast<unsigned char>(x), static_cast<unsigned char>(y),
                       static_cast<unsigned char>(x * y), 255);
}

bool equal(uchar4 a, uchar4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t image, framed;
    check(cudaMallocArray(&image, &format, width, height));
    check(cudaMallocArray(&framed, &format, width + 2 * frame, height + 2 * frame));
    const size_t outer = width + 2 * frame, rows = height + 2 * frame;
    std::vector<uchar4> texels(width * height), background(outer * rows, make_uchar4(7, 7, 7, 7));
    for (size_t y = 0; y < height; ++y)
        for (size_t x = 0; x < width; ++x) texels[y * width + x] = texel(x, y);
    const size_t pitch = width * sizeof(uchar4), outer_pitch = outer * sizeof(uchar4);
    check(cudaMemcpy2DToArray(image, 0, 0, texels.data(), pitch, pitch, height, cudaMemcpyHostToDevice));
    check(cudaMemcpy2DToArray(framed, 0, 0, background.data(), outer_pitch, outer_pitch, rows,
                              cudaMemcpyHostToDevice));
    check(cudaMemcpy2DArrayToArray(framed, frame * sizeof(uchar4), frame, image, 0, 0, pitch, height));
    std::vector<uchar4> result(outer * rows);
    check(cudaMemcpy2DFromArray(result.data(), outer_pitch, framed, 0, 0, outer_pitch, rows,
                                cudaMemcpyDeviceToHost));
    check(cudaFreeArray(image));
    check(cudaFreeArray(framed));

    for (size_t y = 0; y < rows; ++y) {
        for (size_t x = 0; x < outer; ++x) {
            const bool inside = x >= frame && x < frame + width && y >= frame && y < frame + height;
            const uchar4 expected = inside ? texel(x - frame, y - frame) : make_uchar4(7, 7, 7, 7);
            if (!equal(result[y * outer + x], expected)) {
                std::printf("texel (%zu, %zu) is wrong\n", x, y);
                return 1;
            }
        }
    }
    std::printf("PASSED\n");
    return 0;
}
