#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab08 {
namespace {

/// Where layout() puts each array among its buffers.
enum : std::size_t { points_buffer, start_buffer };

/// What the points are like: the size "kind".
enum class Kind : std::int64_t {
    blobs,      ///< heaps that overlap
    duplicates, ///< the same, and most points are there several times
    equal,      ///< the same as blobs, and of the start centroids the second is equal to the first
    empties     ///< a line on which centroid 1 of 3 has points at first, and none in the second iteration
};

/// More points than this repeat one another: the reference looks at each different one once. A program cannot
/// tell which are the same.
constexpr std::size_t most_distinct = std::size_t{1} << 18;

/// Up to so many points, inputs are drawn again until rounding decides nothing; see Trajectory::doubtful.
constexpr std::int64_t few_points = 10'000;
constexpr int most_tries = 100;

/// Rows are longer than a window can move them, so that no point of a window comes from two rows.
constexpr std::size_t windows = 4096;

/// Points of Kind::empties. One each lies beside the first and the last heap and goes to the start centroid
/// between them; the middle of both is further from either than its heap is, so then they go to the heaps.
constexpr std::array line = {1.3f, 5.2f, 1.2f, 1.2f, 1.2f, 5.3f, 5.3f, 5.3f};

/// The inputs as functions of a seed and of places in endless sequences.
struct Inputs {
    std::uint64_t seed;
    Kind kind;
    std::size_t count, dimensions, clusters, stride;

    Inputs(const Sizes& sizes, std::uint64_t sequences)
        : seed(sequences), kind(static_cast<Kind>(sizes.at("kind"))),
          count(static_cast<std::size_t>(sizes.at("count"))),
          dimensions(static_cast<std::size_t>(sizes.at("dimensions"))),
          clusters(static_cast<std::size_t>(sizes.at("clusters"))), stride((count + windows + 31) / 32 * 32) {
    }

    /// How many points differ; those of number() have numbers below it, unless all differ.
    [[nodiscard]] std::size_t distinct() const {
        return kind == Kind::duplicates ? std::max<std::size_t>(count / 8, 1) : most_distinct;
    }
    [[nodiscard]] bool all_differ() const { return count <= distinct(); }
    /// The number of the point that stands in a column.
    [[nodiscard]] std::size_t number(std::size_t column) const {
        return all_differ() ? column : random_bits(seed ^ 0xc01, column) % distinct();
    }
    /// Coordinate @p j of a point: a heap's middle, and four random numbers, which together are nearly
    /// normal with standard deviation 1.
    [[nodiscard]] float coordinate(std::size_t point, std::size_t j) const {
        if (kind == Kind::empties) return j == 0 ? line[point % line.size()] : 0.5f;
        const std::size_t blob = random_bits(seed ^ 0xb10b, point) % (clusters * 3 / 4 + 2);
        const std::uint64_t bits = random_bits(seed ^ 0x5ca7, point * most_dimensions + j);
        const auto sum = static_cast<float>((bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) +
                                            (bits >> 48));
        return random_uniform(seed ^ 0x3e47, blob * most_dimensions + j, -2.5f, 2.5f) +
               (sum * 0x1p-16f - 2.0f) * 1.732f;
    }
    /// Element @p place of the endless sequence of start centroids. They are drawn like points.
    [[nodiscard]] float start(std::size_t place) const {
        std::size_t drawn = place / dimensions;
        const std::size_t c = drawn % clusters;
        const std::size_t j = place % dimensions;
        if (kind == Kind::empties)
            return j == 0 ? (c == 0 ? 0.0f : c == 1 ? 2.5f : c == 2 ? 8.0f : -8.0f) : 0.5f;
        if (kind == Kind::equal && c == 1) --drawn;
        return coordinate((std::size_t{1} << 40) + drawn, j);
    }
};

constexpr double u = 0x1p-24; // what rounding to nearest does to a value at most, relative to it

/// How far fp32 arithmetic may be from the squared distance of a point and a centroid of these lengths.
///
/// The worse of the two usual forms is |x|^2 + |c|^2 - 2 x c: sums of D terms, whose partial sums are nowhere
/// above (|x| + |c|)^2 / 2 or so, and on average a third of that. Each of the 3 D steps errs by u times the
/// partial sum at most, up or down by chance: a standard deviation of u sqrt(D) (|x| + |c|)^2 / 5 all
/// together. This is ten of them. The form |x - c|^2 errs less.
double distance_error(std::size_t dimensions, double x_norm, double c_norm) {
    const double sum = x_norm + c_norm;
    return 2 * u * std::sqrt(static_cast<double>(dimensions)) * sum * sum;
}

/// How far the mean of @p n points with root mean square length @p length may be off by its own arithmetic.
/// Added one after the other, the partial sums grow up to n times the mean, and step k errs by u times the
/// k-th of them, by chance: sqrt(n) / 3 times u times the mean in all, as a standard deviation. This is three
/// of them; sums in parts err less. Rounding the quotient, and what is stored, are the 4.
double mean_error(double n, double length) { return u * (4 + std::sqrt(n)) * length; }

/// The errors above are rare ones. A point changes sides by what is not rare: a fifth of them.
constexpr double likely_share = 0.2;

/// Calls `work(first, end)` for parts of [0, count), on all cores where the work is worth it.
template <typename Work> void in_parts(std::size_t count, std::size_t effort, Work work) {
    const std::size_t parts =
        std::clamp<std::size_t>(count * effort >> 22, 1, std::max(std::thread::hardware_concurrency(), 1u));
    std::vector<std::thread> threads;
    for (std::size_t p = 0; p < parts; ++p)
        threads.emplace_back(work, count * p / parts, count * (p + 1) / parts);
    for (std::thread& thread : threads) thread.join();
}

/// Where the centroids are.
struct Centroids {
    std::vector<double> at;  ///< [clusters][dimensions]
    std::vector<double> off; ///< of each, how far an fp32 program's may be from it
};

/// One point, and what it has to do with each centroid.
class Look {
public:
    Look(const Inputs& inputs, const Centroids& centroids)
        : inputs_(inputs), centroids_(centroids), x_(inputs.dimensions), squares_(inputs.clusters),
          norms_(inputs.clusters), turned_(centroids.at.size()) {
        for (std::size_t e = 0; e < turned_.size(); ++e) {
            const std::size_t c = e / x_.size(), j = e % x_.size();
            turned_[j * norms_.size() + c] = centroids.at[e];
            norms_[c] = std::hypot(norms_[c], centroids.at[e]);
        }
    }
    /// Looks at the point of this number: its squared distances, and the nearest centroid.
    void at(std::size_t number) {
        std::fill(squares_.begin(), squares_.end(), 0.0);
        double norm = 0;
        for (std::size_t j = 0; j < x_.size(); ++j) {
            const double x = x_[j] = inputs_.coordinate(number, j);
            norm += x * x;
            const double* row = &turned_[j * squares_.size()];
            for (std::size_t c = 0; c < squares_.size(); ++c) squares_[c] += (x - row[c]) * (x - row[c]);
        }
        norm_ = std::sqrt(norm);
        nearest = std::min_element(squares_.begin(), squares_.end()) - squares_.begin();
    }
    [[nodiscard]] double square(std::size_t c) const { return squares_[c]; }
    [[nodiscard]] double x(std::size_t j) const { return x_[j]; }
    [[nodiscard]] double norm() const { return norm_; }
    /// How far an fp32 program that knows the centroids may be from a squared distance.
    [[nodiscard]] double rounding(std::size_t c) const { return distance_error(x_.size(), norm_, norms_[c]); }
    /// Whether an fp32 program may find centroid @p c the nearest. Of two at one place only the first is.
    /// With a @p share below 1: whether it would with so much of the largest error.
    [[nodiscard]] bool possible(std::size_t c, double share = 1) const {
        const double gap = squares_[c] - squares_[nearest];
        if (gap > 0 || c == nearest) return gap <= share * (error(c) + error(nearest));
        const double* at = centroids_.at.data();
        return !std::equal(at + c * x_.size(), at + (c + 1) * x_.size(), at + nearest * x_.size());
    }

    std::size_t nearest = 0; ///< of equally near ones, the first

private:
    [[nodiscard]] double error(std::size_t c) const {
        const double off = centroids_.off[c];
        return rounding(c) + off * (2 * std::sqrt(squares_[c]) + off);
    }

    const Inputs& inputs_;
    const Centroids& centroids_;
    std::vector<double> x_, squares_, norms_, turned_;
    double norm_ = 0;
};

/// What all points together come to in one iteration. Threads have one each, and add them up.
struct Sums {
    /// Of each centroid's points: their sum, how many they are, their squares, and what doubtful ones may
    /// move.
    std::vector<double> values;
    double inertia = 0, rounding = 0, changed = 0, doubtful = 0;

    explicit Sums(const Inputs& in) : values(in.clusters * (in.dimensions + 3)) {}
    void add(const Look& look, double weight, const Inputs& in) {
        double* row = &values[look.nearest * (in.dimensions + 3)];
        for (std::size_t j = 0; j < in.dimensions; ++j) row[j] += weight * look.x(j);
        row[in.dimensions] += weight;
        row[in.dimensions + 1] += weight * look.norm() * look.norm();
        inertia += weight * look.square(look.nearest);
        rounding += weight * look.rounding(look.nearest);
        for (std::size_t c = 0; c < in.clusters; ++c) {
            if (c == look.nearest || !look.possible(c)) continue;
            doubtful += weight;
            if (!look.possible(c, likely_share)) continue;
            for (const std::size_t either : {c, look.nearest})
                values[(either + 1) * (in.dimensions + 3) - 1] += weight * weight * look.square(either);
        }
    }
    void add(const Sums& other) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
        inertia += other.inertia, rounding += other.rounding;
        changed += other.changed, doubtful += other.doubtful;
    }
};

/// What fp64 arithmetic makes of an input.
struct Trajectory {
    std::int64_t iterations = 0;
    std::vector<double> inertia, tolerance; ///< of each iteration
    Centroids last, moved;                  ///< before the last iteration, and after it
    double doubtful = 0; ///< how often an fp32 program might decide otherwise, in all iterations together
};

Trajectory follow(const Inputs& in, const Sizes& sizes, std::uint64_t window) {
    const std::size_t points = std::min(in.count, in.distinct());
    std::vector<float> weights(points, in.all_differ() ? 1.0f : 0.0f);
    for (std::size_t i = 0; i < in.count && !in.all_differ(); ++i) weights[in.number(window + i)] += 1;
    const std::size_t moved_by = in.all_differ() ? window : 0;
    std::vector<std::int32_t> before(points, -1);

    Trajectory path;
    Centroids& now = path.moved;
    for (std::size_t e = 0; e < in.clusters * in.dimensions; ++e)
        now.at.push_back(in.start(window * in.clusters * in.dimensions + e));
    now.off.assign(in.clusters, 0.0);
    for (bool done = false; !done;) {
        path.last = now;
        Sums all(in);
        std::mutex mutex;
        in_parts(points, in.clusters * in.dimensions, [&](std::size_t first, std::size_t end) {
            Sums part(in);
            Look look(in, path.last);
            for (std::size_t i = first; i < end; ++i) {
                if (weights[i] == 0) continue;
                look.at(moved_by + i);
                part.add(look, weights[i], in);
                const auto nearest = static_cast<std::int32_t>(look.nearest);
                if (std::exchange(before[i], nearest) != nearest) part.changed += weights[i];
            }
            const std::lock_guard lock(mutex);
            all.add(part);
        });
        for (std::size_t c = 0; c < in.clusters; ++c) {
            const double* row = &all.values[c * (in.dimensions + 3)];
            const double n = row[in.dimensions], squares = row[in.dimensions + 1];
            if (n == 0) continue;
            for (std::size_t j = 0; j < in.dimensions; ++j) now.at[c * in.dimensions + j] = row[j] / n;
            // To the first order, a step brings two runs no further apart than they were. What it adds are
            // the mean's rounding, and points that change sides by chance: three standard deviations of
            // these.
            now.off[c] += mean_error(n, std::sqrt(squares / n)) + 3 * std::sqrt(row[in.dimensions + 2]) / n;
        }
        path.inertia.push_back(all.inertia);
        path.tolerance.push_back(1e-4 * all.inertia + all.rounding);
        ++path.iterations;
        const double bound =
            static_cast<double>(sizes.at("threshold")) / 1000 * static_cast<double>(in.count);
        const bool may_end = path.iterations >= least_iterations;
        const bool unsure = may_end && bound > 0 && std::fabs(all.changed - bound) < 1e-3;
        path.doubtful += all.doubtful + (unsure ? 1 : 0);
        done = path.iterations == sizes.at("limit") || (may_end && all.changed <= bound);
    }
    return path;
}

/// The inputs of a case. A small one is drawn again until no point lies so close to a border that rounding
/// could say on which side: then iterations and membership have one right answer.
Inputs draw_inputs(const Sizes& sizes, std::uint64_t seed) {
    static std::mutex mutex;
    static std::map<std::pair<std::uint64_t, Sizes>, std::uint64_t> known;
    const std::lock_guard lock(mutex);
    const auto [entry, fresh] = known.try_emplace({seed, sizes}, seed);
    for (int tries = 0; fresh && tries < most_tries && sizes.at("count") <= few_points; ++tries) {
        const Inputs in(sizes, entry->second);
        if (in.kind == Kind::empties || follow(in, sizes, 0).doubtful == 0) break;
        ++entry->second;
    }
    return {sizes, entry->second};
}

/// Lab 08: Lloyd's algorithm, from its start centroids to its end.
class KmeansProblem final : public Problem {
public:
    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const Inputs in(sizes, 0);
        const auto limit = static_cast<std::size_t>(sizes.at("limit"));
        KmeansArgs args{};
        args.count = static_cast<int>(in.count);
        args.dimensions = static_cast<int>(in.dimensions);
        args.clusters = static_cast<int>(in.clusters);
        args.stride = static_cast<int>(in.stride);
        args.limit = static_cast<int>(limit);
        args.threshold = static_cast<float>(sizes.at("threshold")) / 1000;

        const std::size_t values = in.clusters * in.dimensions;
        const std::size_t room = scratch_floats(args.count, args.dimensions, args.clusters);
        Layout layout;
        layout.args = to_bytes(args);
        layout.buffers = {
            {"points", Role::in, 4, {in.dimensions, in.stride}, offsetof(KmeansArgs, points), 0, 1},
            {"start", Role::in, 4, {in.clusters, in.dimensions}, offsetof(KmeansArgs, start), 0, values},
            {"centroids", Role::out, 4, {in.clusters, in.dimensions}, offsetof(KmeansArgs, centroids)},
            {"membership", Role::out, 4, {in.count}, offsetof(KmeansArgs, membership)},
            {"inertia", Role::out, 8, {limit}, offsetof(KmeansArgs, inertia)},
            {"iterations", Role::out, 4, {1}, offsetof(KmeansArgs, iterations)},
            {"scratch", Role::scratch, 4, {room}, offsetof(KmeansArgs, scratch)}};
        layout.work.items = static_cast<double>(in.count * limit);
        layout.work.item = "point and iteration";
        layout.work.bytes = layout.work.items * 4 * static_cast<double>(in.dimensions); // each read once
        layout.work.flops = layout.work.items * 2 * static_cast<double>(values);
        return layout;
    }

    void generate(const Draw& draw, std::size_t buffer, std::size_t first,
                  std::span<std::byte> out) const override {
        const Inputs in = draw_inputs(draw.sizes, draw.seed);
        for (std::size_t e = first; e < first + out.size() / sizeof(float); ++e) {
            const float value =
                buffer == start_buffer ? in.start(e) : in.coordinate(in.number(e % in.stride), e / in.stride);
            std::memcpy(out.data() + (e - first) * sizeof(float), &value, sizeof(float));
        }
    }

    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const Inputs in = draw_inputs(draw.sizes, draw.seed);
        const Trajectory path = follow(in, draw.sizes, draw.window);
        Comparison centroids("centroids"), membership("membership"), inertia("inertia"),
            iterations("iterations");
        outputs[0].for_each<float>([&](std::size_t i, float got) {
            const double right = path.moved.at[i];
            centroids.add(i, right, got, path.moved.off[i / in.dimensions] + 2 * u * std::fabs(right),
                          outputs[0].poison);
        });
        Look look(in, path.last);
        outputs[1].for_each<std::int32_t>([&](std::size_t i, std::int32_t got) {
            look.at(in.number(draw.window + i));
            const bool known = got >= 0 && static_cast<std::size_t>(got) < in.clusters;
            const auto right = static_cast<double>(look.nearest);
            membership.add(i, known && look.possible(got) ? got : right, got, 0, outputs[1].poison);
        });
        outputs[2].for_each<double>([&](std::size_t t, double got) {
            const bool run = t < path.inertia.size();
            inertia.add(t, run ? path.inertia[t] : 0, got, run ? path.tolerance[t] : 0, outputs[2].poison);
        });
        outputs[3].for_each<std::int32_t>([&](std::size_t i, std::int32_t got) {
            iterations.add(i, static_cast<double>(path.iterations), got, 0, outputs[3].poison);
        });
        return {centroids, membership, inertia, iterations};
    }
};

} // namespace
} // namespace kernelsmith::lab08

using kernelsmith::lab08::KmeansProblem;
KERNELSMITH_PROBLEM(KmeansProblem)
