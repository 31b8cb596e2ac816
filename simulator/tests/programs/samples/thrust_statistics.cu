// Statistics of a series of measurements by Thrust, without intermediate storage: its mean and variance in one pass,
// its largest jump, its running total, and the positions where it is too high.

#include <cmath>
#include <cstdio>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

/// How many, their mean, and the sum of the squares of their distances from it.
struct Moments {
    double count, mean, squares;
};

struct OfOne {
    __host__ __device__ Moments operator()(float value) const { return {1, value, 0}; }
};

/// Those of two parts together, as Chan, Golub and LeVeque do it.
struct OfBoth {
    __host__ __device__ Moments operator()(const Moments& a, const Moments& b) const {
        const double count = a.count + b.count;
        if (count == 0) return a;
        const double apart = b.mean - a.mean;
        return {count, a.mean + apart * b.count / count,
                a.squares + b.squares + apart * apart * a.count * b.count / count};
    }
};

struct Jump {
    __host__ __device__ float operator()(const thrust::tuple<float, float>& neighbours) const {
        return fabsf(thrust::get<1>(neighbours) - thrust::get<0>(neighbours));
    }
};

struct Above {
    float limit;
    __host__ __device__ bool operator()(float value) const { return value > limit; }
};

int main() {
    const int count = 10'000;
    const float limit = 95;
    thrust::host_vector<float> host(count);
    for (int i = 0; i < count; ++i) host[i] = float(i * 7919 % 101);
    const thrust::device_vector<float> series = host;

    const Moments moments =
        thrust::transform_reduce(series.begin(), series.end(), OfOne(), Moments{}, OfBoth());
    const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(series.begin(), series.begin() + 1));
    const float jump =
        thrust::transform_reduce(pairs, pairs + count - 1, Jump(), 0.0f, thrust::maximum<float>());

    thrust::device_vector<float> totals(count);
    thrust::inclusive_scan(series.begin(), series.end(), totals.begin());
    thrust::transform(totals.begin(), totals.end(), thrust::counting_iterator<int>(1), totals.begin(),
                      thrust::divides<float>()); // the mean so far

    thrust::device_vector<int> places(count);
    const auto end = thrust::copy_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(count),
                                     series.begin(), places.begin(), Above{limit});
    const thrust::host_vector<int> high(places.begin(), end);

    double sum = 0, squares = 0;
    float largest = 0;
    std::size_t seen = 0;
    bool same = true;
    const thrust::host_vector<float> means = totals;
    for (int i = 0; i < count; ++i) {
        sum += host[i];
        squares += double(host[i]) * host[i];
        if (i > 0) largest = std::max(largest, std::fabs(host[i] - host[i - 1]));
        if (host[i] > limit) same = same && seen < high.size() && high[seen++] == i;
        same = same && means[i] == float(sum) / float(i + 1); // sums of small integers are exact
    }
    const double variance = squares / count - sum / count * (sum / count);
    same = same && seen == high.size() && jump == largest && std::fabs(moments.mean - sum / count) < 1e-9 &&
           std::fabs(moments.squares / count - variance) < 1e-6;
    std::printf(same ? "PASSED\n" : "FAILED\n");
    return same ? 0 : 1;
}
