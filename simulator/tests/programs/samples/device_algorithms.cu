// A histogram, sums, a selection and a sort over all of an array, each by one call of CUB. Every call is made
// twice: the first one only says how much memory it wants for its own use.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

template <class T> T* allocate(std::size_t count) {
    T* memory;
    check(cudaMalloc(&memory, count * sizeof(T)));
    return memory;
}

template <class T> std::vector<T> fetch(const T* device, std::size_t count) {
    std::vector<T> host(count);
    check(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

/// Calls @p algorithm with memory for its own use.
template <class Algorithm> void run(Algorithm algorithm) {
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    void* memory;
    check(cudaMalloc(&memory, bytes));
    check(algorithm(memory, bytes));
    check(cudaDeviceSynchronize());
    check(cudaFree(memory));
}

struct IsOdd {
    __host__ __device__ bool operator()(int value) const { return value % 2 != 0; }
};

template <class T> void compare(const char* what, const std::vector<T>& got, const std::vector<T>& expected) {
    if (got == expected) return;
    std::printf("%s differ\n", what);
    std::exit(1);
}

int main() {
    const int count = 20'000;
    const int bins = 10;
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i) values[i] = int((i * 2654435761u) >> 22); // 0..1023
    int* const in = allocate<int>(count);
    int* const out = allocate<int>(count);
    int* const selected = allocate<int>(1);
    int* const histogram = allocate<int>(bins);
    check(cudaMemcpy(in, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));

    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceReduce::Sum(memory, bytes, in, out, count);
    });
    compare("sums", fetch(out, 1), {std::accumulate(values.begin(), values.end(), 0)});

    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceScan::ExclusiveSum(memory, bytes, in, out, count);
    });
    std::vector<int> expected(count);
    std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0);
    compare("prefix sums", fetch(out, count), expected);

    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceSelect::If(memory, bytes, in, out, selected, count, IsOdd{});
    });
    expected.clear();
    std::copy_if(values.begin(), values.end(), std::back_inserter(expected), IsOdd{});
    compare("numbers of odd values", fetch(selected, 1), {int(expected.size())});
    compare("odd values", fetch(out, expected.size()), expected);

    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceHistogram::HistogramEven(memory, bytes, in, histogram, bins + 1, 0, 1000, count);
    });
    expected.assign(bins, 0);
    for (const int value : values)
        if (value < 1000) ++expected[value / (1000 / bins)];
    compare("histograms", fetch(histogram, bins), expected);

    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortKeys(memory, bytes, in, out, count);
    });
    expected = values;
    std::sort(expected.begin(), expected.end());
    compare("sorted values", fetch(out, count), expected);

    for (int* memory : {in, out, selected, histogram}) check(cudaFree(memory));
    std::printf("PASSED\n");
    return 0;
}
