// A discrete Fourier transform and back, with the types of the C++ library that device code can use: complex numbers,
// arrays, spans and optional values (cuda::std).

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/span>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

using Complex = cuda::std::complex<float>;
constexpr int count = 96;

/// e to the power of 2 pi i k / count, for all k, computed by each block for itself.
__device__ void make_roots(cuda::std::array<Complex, count>& roots) {
    const float turn = 2 * 3.14159265f / count;
    for (int k = threadIdx.x; k < count; k += blockDim.x) roots[k] = cuda::std::polar(1.0f, turn * k);
    __syncthreads();
}

__global__ void transform(cuda::std::span<const Complex> in, cuda::std::span<Complex> out, bool back) {
    __shared__ alignas(Complex) unsigned char memory[sizeof(cuda::std::array<Complex, count>)];
    auto& roots = reinterpret_cast<cuda::std::array<Complex, count>&>(memory);
    make_roots(roots);
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    Complex sum = 0;
    for (int n = 0; n < count; ++n) {
        const Complex root = roots[k * n % count];
        sum += in[n] * (back ? root : cuda::std::conj(root));
    }
    out[k] = back ? sum / float(count) : sum;
}

/// The first frequency with at least this amplitude, if there is one.
__device__ cuda::std::optional<int> find_peak(cuda::std::span<const Complex> spectrum, float amplitude) {
    for (int k = 0; k < count; ++k)
        if (cuda::std::abs(spectrum[k]) >= amplitude) return k;
    return cuda::std::nullopt;
}

__global__ void find_peaks(cuda::std::span<const Complex> spectrum, cuda::std::array<int, 2>* peaks) {
    (*peaks)[threadIdx.x] = find_peak(spectrum, threadIdx.x == 0 ? 20.0f : 1000.0f).value_or(-1);
}

int main() {
    std::vector<std::complex<float>> signal(count), spectrum(count), again(count);
    for (int n = 0; n < count; ++n)
        signal[n] = {std::cos(2 * 3.14159265f * 5 * n / count) + 0.25f * float(n % 3), 0.0f};

    Complex *device_signal, *device_spectrum, *device_again;
    cuda::std::array<int, 2>* device_peaks;
    check(cudaMalloc(&device_signal, count * sizeof(Complex)));
    check(cudaMalloc(&device_spectrum, count * sizeof(Complex)));
    check(cudaMalloc(&device_again, count * sizeof(Complex)));
    check(cudaMalloc(&device_peaks, sizeof(cuda::std::array<int, 2>)));
    check(cudaMemcpy(device_signal, signal.data(), count * sizeof(Complex), cudaMemcpyHostToDevice));
    transform<<<3, 32>>>({device_signal, count}, {device_spectrum, count}, false);
    check(cudaGetLastError());
    transform<<<3, 32>>>({device_spectrum, count}, {device_again, count}, true);
    check(cudaGetLastError());
    find_peaks<<<1, 2>>>({device_spectrum, count}, device_peaks);
    check(cudaGetLastError());
    cuda::std::array<int, 2> peaks;
    check(cudaMemcpy(spectrum.data(), device_spectrum, count * sizeof(Complex), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(again.data(), device_again, count * sizeof(Complex), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&peaks, device_peaks, sizeof(peaks), cudaMemcpyDeviceToHost));
    for (void* memory :
         {(void*)device_signal, (void*)device_spectrum, (void*)device_again, (void*)device_peaks})
        check(cudaFree(memory));

    for (int k = 0; k < count; ++k) {
        std::complex<double> sum = 0;
        for (int n = 0; n < count; ++n)
            sum += std::complex<double>(signal[n]) * std::polar(1.0, -2 * 3.14159265358979 * k * n / count);
        const bool right =
            std::abs(std::complex<double>(spectrum[k]) - sum) < 1e-3 && std::abs(again[k] - signal[k]) < 1e-4;
        if (!right) {
            std::printf("frequency %d is wrong\n", k);
            return 1;
        }
    }
    // The mean of the steps of 0.25 comes before the wave.
    const bool found = peaks[0] == 0 && peaks[1] == -1;
    std::printf(found ? "PASSED\n" : "FAILED: peaks at %d and %d\n", peaks[0], peaks[1]);
    return found ? 0 : 1;
}
