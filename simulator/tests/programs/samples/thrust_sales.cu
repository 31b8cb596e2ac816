// Sales by region, with Thrust: sorted by region, summed up region by region, ranked, and filtered. No kernel is
// written by hand, and vectors free themselves.

#include <cstdio>
#include <map>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

int main() {
    const int count = 5'000;
    const int regions = 12;
    thrust::host_vector<int> region(count), amount(count);
    std::map<int, int> expected;
    for (int i = 0; i < count; ++i) {
        region[i] = int(i * 2654435761u >> 16) % regions;
        amount[i] = i * 31 % 97;
        expected[region[i]] += amount[i];
    }

    // Equal keys side by side, and then one sum for each of them.
    thrust::device_vector<int> keys = region, values = amount;
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
    thrust::device_vector<int> names(regions), totals(regions);
    const auto ends =
        thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), names.begin(), totals.begin());
    if (ends.first - names.begin() != regions) {
        std::printf("%d regions\n", int(ends.first - names.begin()));
        return 1;
    }
    for (int r = 0; r < regions; ++r) {
        if (totals[r] != expected[names[r]]) {
            std::printf("region %d: %d, not %d\n", int(names[r]), int(totals[r]), expected[names[r]]);
            return 1;
        }
    }

    // The regions, largest total first.
    thrust::sort_by_key(totals.begin(), totals.end(), names.begin(), thrust::greater<int>());
    const thrust::host_vector<int> ranked = totals;
    for (int r = 0; r + 1 < regions; ++r) {
        if (ranked[r] < ranked[r + 1]) {
            std::printf("rank %d is wrong\n", r);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
