// Numbers on their way through half precision: from integers, floats and doubles and back, in all roundings; a histogram
// of weights by atomics on pairs; and functions of cuda_fp16.h against those of the host.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int conversions = 12;

// The headers' functions have a version for the host, which says what is right.
__host__ __device__ float converted(int which, float value) {
    switch (which) {
        case 0: return __half2float(__float2half_rn(value));
        case 1: return __half2float(__float2half_rz(value));
        case 2: return __half2float(__float2half_rd(value));
        case 3: return __half2float(__float2half_ru(value));
        case 4: return __bfloat162float(__float2bfloat16_rn(value));
        case 5: return __bfloat162float(__float2bfloat16_rz(value));
        case 6: return __bfloat162float(__double2bfloat16(value * 1.000000001));
        case 7: return __half2float(__double2half(value * 1.000000001));
        case 8: return __half2float(__int2half_rn(static_cast<int>(value * 16)));
        case 9: return static_cast<float>(__half2int_rz(__float2half(value)));
        case 10: return static_cast<float>(__half2ushort_rz(__float2half(value)));
        default: return static_cast<float>(__bfloat162ll_rz(__float2bfloat16(value)));
    }
}

__global__ void convert(const float* in, float* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    for (int which = 0; which < conversions; ++which) out[which * count + i] = converted(which, in[i]);
}

// Each thread adds to both halves of a bin.
__global__ void add_weights(__half2* bins, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(bins + i % 8, __floats2half2_rn(0.5f, static_cast<float>(i % 3)));
}

__global__ void functions(const float* in, float* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const __half x = __float2half(in[i] / 1000);
    out[i] = __half2float(hexp(x));
    out[count + i] = __half2float(hsqrt(__habs(x)));
    out[2 * count + i] = __half2float(htanh(x));
    out[3 * count + i] = x < __half(0.25f) ? __half2float(hsin(x)) : __half2float(hcos(x));
}

float function_of(int which, float x) {
    switch (which) {
        case 0: return std::exp(x);
        case 1: return std::sqrt(std::fabs(x));
        case 2: return std::tanh(x);
        default: return x < 0.25f ? std::sin(x) : std::cos(x);
    }
}

bool check_bins() {
    __half2* bins;
    check(cudaMalloc(&bins, 8 * sizeof(__half2)));
    check(cudaMemset(bins, 0, 8 * sizeof(__half2)));
    const int count = 1'200;
    add_weights<<<10, 128>>>(bins, count);
    check(cudaGetLastError());
    __half2 sums[8];
    check(cudaMemcpy(sums, bins, sizeof sums, cudaMemcpyDeviceToHost));
    check(cudaFree(bins));
    float expected[8][2] = {};
    for (int i = 0; i < count; ++i) {
        expected[i % 8][0] += 0.5f;
        expected[i % 8][1] += static_cast<float>(i % 3);
    }
    for (int bin = 0; bin < 8; ++bin) {
        const float2 sum = __half22float2(sums[bin]);
        if (sum.x == expected[bin][0] && sum.y == expected[bin][1]) continue;
        std::printf("bin %d is %g and %g, not %g and %g\n", bin, sum.x, sum.y, expected[bin][0],
                    expected[bin][1]);
        return false;
    }
    return true;
}

int main() {
    const int count = 3'000;
    std::vector<float> in(count), out(conversions * count);
    for (int i = 0; i < count; ++i) {
        const auto magnitude = static_cast<float>(std::exp2(i % 20 - 4));
        in[i] =
            magnitude * (1 + static_cast<float>(i * 40503u % 65536u) / 65536) * (i % 2 == 0 ? 1.0f : -1.0f);
    }
    float *device_in, *device_out;
    check(cudaMalloc(&device_in, in.size() * sizeof(float)));
    check(cudaMalloc(&device_out, out.size() * sizeof(float)));
    check(cudaMemcpy(device_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    convert<<<(count + 127) / 128, 128>>>(device_in, device_out, count);
    check(cudaGetLastError());
    check(cudaMemcpy(out.data(), device_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
    bool right = true;
    for (int which = 0; which < conversions && right; ++which)
        for (int i = 0; i < count && right; ++i) {
            const float expected = converted(which, in[i]);
            right = out[which * count + i] == expected;
            if (!right)
                std::printf("conversion %d of %.9g: %.9g, not %.9g\n", which, in[i], out[which * count + i],
                            expected);
        }

    functions<<<(count + 127) / 128, 128>>>(device_in, device_out, count);
    check(cudaGetLastError());
    check(cudaMemcpy(out.data(), device_out, 4 * count * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaFree(device_in));
    check(cudaFree(device_out));
    for (int which = 0; which < 4 && right; ++which)
        for (int i = 0; i < count && right; ++i) {
            const float x = __half2float(__float2half(in[i] / 1000));
            const float expected = function_of(which, x);
            const float is = out[which * count + i];
            // Two units in the last place of a half; what is too large for one is infinite.
            right = expected > 65519 ? std::isinf(is)
                                     : std::fabs(is - expected) <= std::fabs(expected) / 512 + 1e-7f;
            if (!right) std::printf("function %d of %g: %g, not %g\n", which, x, is, expected);
        }
    if (!right || !check_bins()) return 1;
    std::printf("PASSED\n");
    return 0;
}
