// Lab 09, a variant: from records to arrays in place, without a second copy of the data, through an intermediate layout
// that may well be the better one (groups.h). The two steps are
//
//   records to groups   each group within its own bytes, through shared memory
//   groups to arrays    whole pieces of a group move along the cycles of a permutation (move_pieces.h)
//
// Which warp moves a cycle? By leaders: the warp that finds the smallest index of the cycle moves all of it. That needs
// no memory, but a long cycle has one warp only. By flags: each place has a bit, which a warp sets when it claims the
// place for the piece that belongs there. Any warp may begin anywhere.
//
// The last rows time a use of the data in each layout: a kernel that adds up some of the fields of each record.
//
//   asta [records fields]...     records are rounded up to a multiple of 512
//
// Full size: 67108864 5 16777216 16

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <type_traits>
#include <vector>

#include "groups.h"
#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"
#include "move_pieces.h"

#include "../student.cu"

namespace {

using kernelsmith::DeviceBuffer;

constexpr int threads = 256;

template <Layout layout, int group> __global__ void __launch_bounds__(threads)
    add_fields(float* sums, const float* data, std::int64_t count, int fields, int used) {
    const std::int64_t r = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    if (r >= count) return;
    float sum = 0;
    for (int field = 0; field < used; ++field)
        sum += data[element_at<layout, group>(r, field, count, fields)];
    sums[r] = sum;
}

/// Returns a value from 0 to 2^19 - 1, so that the sum of 17 of them has at most 24 bits and is exact.
__host__ __device__ float value(std::int64_t element) {
    return static_cast<float>(kernelsmith::random_bits(1, static_cast<std::uint64_t>(element)) >> 45);
}

__global__ void make_records(float* data, std::int64_t elements) {
    const std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    if (i < elements) data[i] = value(i);
}

template <Layout layout, int group>
__global__ void count_wrong(const float* data, std::int64_t count, int fields, unsigned* wrong) {
    const std::int64_t r = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    if (r >= count) return;
    for (int field = 0; field < fields; ++field) {
        if (data[element_at<layout, group>(r, field, count, fields)] != value(r * fields + field))
            atomicAdd(wrong, 1u);
    }
}

__global__ void count_wrong_sums(const float* sums, std::int64_t count, int fields, int used,
                                 unsigned* wrong) {
    const std::int64_t r = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    if (r >= count) return;
    float sum = 0;
    for (int field = 0; field < used; ++field) sum += value(r * fields + field);
    if (sums[r] != sum) atomicAdd(wrong, 1u);
}

/// Number and largest length of the cycles that have more than one piece.
struct Cycles {
    explicit Cycles(const Pieces& pieces) {
        std::vector<bool> seen(pieces.count());
        for (unsigned first = 0; first < pieces.count(); ++first) {
            unsigned length = 0;
            for (unsigned at = first; !seen[at]; at = pieces.goal(at), ++length) seen[at] = true;
            if (length > 1) ++number;
            longest = std::max(longest, length);
        }
    }
    unsigned number = 0;
    unsigned longest = 0;
};

/// The records and fields of one table.
struct Shape {
    std::int64_t count;
    int fields;

    [[nodiscard]] std::size_t elements() const { return static_cast<std::size_t>(count) * fields; }
};

/// Measures all shapes, in memory for the largest of them, and prints a table per shape.
class Bench {
public:
    explicit Bench(const std::vector<Shape>& shapes)
        : records_(most(shapes, &Shape::elements)), data_(records_.size()),
          sums_(most(shapes, [](const Shape& shape) { return static_cast<std::size_t>(shape.count); })),
          flags_(data_.size() / 32 / 32 + 1), wrong_(1) {}

    /// Prints the table of @p shape. Returns whether all results so far were right.
    bool run(const Shape& shape) {
        shape_ = shape;
        make_records<<<blocks(elements()), threads>>>(records_.data(), elements());
        CUDA_CHECK_LAUNCH();
        char title[80];
        std::snprintf(title, sizeof(title), "%lld records of %d floats", static_cast<long long>(shape_.count),
                      shape_.fields);
        std::printf("\n%-56s%12s\n", title, "ms");
        const float copy = watch_.median_ms([&] { restore(); });
        row("a copy", copy, check<Layout::records, 32>());
        const float apart = watch_.median_ms([&] { to_arrays(); });
        row("to arrays, to other memory (student.cu)", apart, check<Layout::arrays, 32>());
        in_place<32>();
        in_place<128>();
        in_place<512>();
        for (const int used : {2, shape_.fields}) {
            use<Layout::records, 32>("records", used);
            use<Layout::groups, 32>("groups of 32", used);
            use<Layout::groups, 512>("groups of 512", used);
            use<Layout::arrays, 32>("arrays", used);
        }
        return all_right_;
    }

private:
    template <typename Size> static std::size_t most(const std::vector<Shape>& shapes, Size size) {
        std::size_t found = 0;
        for (const Shape& shape : shapes) found = std::max(found, std::invoke(size, shape));
        return found;
    }

    [[nodiscard]] std::int64_t elements() const { return static_cast<std::int64_t>(shape_.elements()); }
    static unsigned blocks(std::int64_t lanes) { return groups_of(threads, lanes); }

    void restore() {
        CUDA_CHECK(cudaMemcpyAsync(data_.data(), records_.data(), shape_.elements() * sizeof(float),
                                   cudaMemcpyDeviceToDevice));
    }

    void to_arrays() {
        change_layout({.in = records_.data(),
                       .out = data_.data(),
                       .count = shape_.count,
                       .fields = shape_.fields,
                       .to_arrays = 1});
    }

    template <int group> void to_groups() {
        launch_group_records<group>(data_.data(), shape_.count, shape_.fields);
        CUDA_CHECK_LAUNCH();
    }

    void row(const char* name, float ms, bool right) {
        all_right_ = all_right_ && right;
        std::printf("%-56s%12.3f%s\n", name, ms, right ? "" : "   WRONG");
    }

    template <Layout layout, int group> bool check() {
        CUDA_CHECK(cudaMemset(wrong_.data(), 0, sizeof(unsigned)));
        count_wrong<layout, group>
            <<<blocks(shape_.count), threads>>>(data_.data(), shape_.count, shape_.fields, wrong_.data());
        return none_wrong();
    }

    bool none_wrong() {
        CUDA_CHECK_LAUNCH();
        std::vector<unsigned> wrong(1);
        wrong_.copy_to(wrong);
        return wrong[0] == 0;
    }

    /// Times both steps. A lane carries a float of a piece of 32, and one or more float4 of longer pieces.
    template <int group> void in_place() {
        using Word = std::conditional_t<group == 32, float, float4>;
        constexpr int each = group == 32 ? 1 : group / 128;
        const Pieces pieces{static_cast<unsigned>(shape_.count / group),
                            static_cast<unsigned>(shape_.fields)};
        const Cycles cycles(pieces);
        char name[80];
        std::snprintf(name, sizeof(name), "in place to groups of %d", group);
        const float grouping = watch_.median_ms([&] { restore(); }, [&] { to_groups<group>(); });
        row(name, grouping, check<Layout::groups, group>());

        const auto prepare = [&] {
            restore();
            to_groups<group>();
        };
        auto* words = reinterpret_cast<Word*>(data_.data());
        std::printf("  %u pieces, %u cycles of up to %u\n", pieces.count(), cycles.number, cycles.longest);
        const float by_leaders = watch_.median_ms(prepare, [&] {
            move_by_leaders<Word, each><<<groups_of(movers, pieces.count()), movers>>>(words, pieces);
        });
        row("  and from there to arrays, by leaders", by_leaders, check<Layout::arrays, group>());
        const float by_flags = watch_.median_ms(prepare, [&] {
            CUDA_CHECK(cudaMemsetAsync(flags_.data(), 0, flags_.size() * sizeof(unsigned)));
            move_by_flags<Word, each>
                <<<groups_of(movers, pieces.count()), movers>>>(words, pieces, flags_.data());
        });
        row("  and from there to arrays, by flags", by_flags, check<Layout::arrays, group>());
    }

    template <Layout layout, int group> void use(const char* from, int used) {
        if (layout == Layout::arrays)
            to_arrays();
        else
            restore();
        if (layout == Layout::groups) to_groups<group>();
        CUDA_CHECK(cudaMemset(sums_.data(), 0xff, sums_.size() * sizeof(float))); // all NaN
        const float ms = watch_.median_ms([&] {
            add_fields<layout, group><<<blocks(shape_.count), threads>>>(sums_.data(), data_.data(),
                                                                         shape_.count, shape_.fields, used);
        });
        CUDA_CHECK(cudaMemset(wrong_.data(), 0, sizeof(unsigned)));
        count_wrong_sums<<<blocks(shape_.count), threads>>>(sums_.data(), shape_.count, shape_.fields, used,
                                                            wrong_.data());
        char name[80];
        std::snprintf(name, sizeof(name), "adding up %d of %d fields, from %s", used, shape_.fields, from);
        row(name, ms, none_wrong());
    }

    Shape shape_{};
    kernelsmith::Stopwatch watch_;
    DeviceBuffer<float> records_, data_, sums_;
    DeviceBuffer<unsigned> flags_, wrong_;
    bool all_right_ = true;
};

} // namespace

int main(int argc, char** argv) try {
    const bool full = argc > 2;
    std::vector<Shape> shapes{{37 * 512, 5}, {512, 16}, {3 * 512, 17}};
    if (full) shapes.clear();
    for (int i = 1; i + 1 < argc; i += 2)
        shapes.push_back({(std::atoll(argv[i]) + 511) / 512 * 512, std::atoi(argv[i + 1])});
    Bench bench(shapes);
    bool right = true;
    for (const Shape& shape : shapes) right = bench.run(shape) && right;
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "asta: %s\n", error.what());
    return 1;
}
