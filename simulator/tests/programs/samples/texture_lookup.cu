// A function from a table: a texture of one dimension interpolates between the entries, in steps of 1/256 of an entry.
// A second texture, over memory of cudaMalloc, gives weights by number and zero outside.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int entries = 65; // from 0 to 1 in steps of 1/64
constexpr int weights = 8;
constexpr int radius = 3;

/// out[i]: the weighted mean of the table's values around x[i].
__global__ void look_up(cudaTextureObject_t table, cudaTextureObject_t weight, const float* x, float* out,
                        int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float sum = 0, total = 0;
    for (int n = -radius; n < weights + radius; ++n) {
        const float w = tex1Dfetch<float>(weight, n); // 0 outside of the weights
        sum += w * tex1D<float>(table, x[i] * (entries - 1) + 0.5f + n);
        total += w;
    }
    out[i] = sum / total;
}

/// What the texture gives between two entries.
float interpolated(const std::vector<float>& table, float place) {
    const float below = std::floor(place);
    const float fraction = std::round((place - below) * 256) / 256;
    const auto entry = [&](int n) { return table[std::min(std::max(n, 0), entries - 1)]; };
    return entry(int(below)) * (1 - fraction) + entry(int(below) + 1) * fraction;
}

int main() {
    const int count = 500;
    std::vector<float> values(entries), weight(weights), x(count), out(count);
    for (int i = 0; i < entries; ++i) values[i] = std::sin(0.1f * i) * 100;
    for (int i = 0; i < weights; ++i) weight[i] = float(1 + i % 3);
    for (int i = 0; i < count; ++i) x[i] = float(i) / (count - 1);

    // The table is an array, which only textures can be read from.
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    check(cudaMallocArray(&array, &format, entries));
    check(cudaMemcpy2DToArray(array, 0, 0, values.data(), entries * sizeof(float), entries * sizeof(float), 1,
                              cudaMemcpyHostToDevice));
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaTextureDesc how = {};
    how.addressMode[0] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModeLinear;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t table;
    check(cudaCreateTextureObject(&table, &from, &how, nullptr));

    // The weights are ordinary memory.
    float *device_weight, *device_x, *device_out;
    check(cudaMalloc(&device_weight, weights * sizeof(float)));
    check(cudaMemcpy(device_weight, weight.data(), weights * sizeof(float), cudaMemcpyHostToDevice));
    from = {};
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = device_weight;
    from.res.linear.desc = format;
    from.res.linear.sizeInBytes = weights * sizeof(float);
    how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t by_number;
    check(cudaCreateTextureObject(&by_number, &from, &how, nullptr));

    check(cudaMalloc(&device_x, count * sizeof(float)));
    check(cudaMalloc(&device_out, count * sizeof(float)));
    check(cudaMemcpy(device_x, x.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    look_up<<<(count + 127) / 128, 128>>>(table, by_number, device_x, device_out, count);
    check(cudaGetLastError());
    check(cudaMemcpy(out.data(), device_out, count * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaDestroyTextureObject(table));
    check(cudaDestroyTextureObject(by_number));
    check(cudaFreeArray(array));
    for (float* memory : {device_weight, device_x, device_out}) check(cudaFree(memory));

    for (int i = 0; i < count; ++i) {
        float sum = 0, total = 0;
        for (int n = 0; n < weights; ++n) {
            sum += weight[n] * interpolated(values, x[i] * (entries - 1) + n);
            total += weight[n];
        }
        // A place just between two of the 256 steps may be taken for either.
        if (std::fabs(out[i] - sum / total) > 0.06f) {
            std::printf("value %d is %g, not %g\n", i, out[i], sum / total);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
