// The trusted half. inputs.h has the inputs; lloyd.h has the reference in fp64 with the derivation of the
// tolerances.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lloyd.h"

namespace kernelsmith::lab08 {
namespace {

/// Indices of the input arrays among the buffers of layout().
enum : std::size_t { points_buffer, start_buffer };

/// Up to this many points, inputs are drawn again until rounding decides nothing; see Trajectory::doubtful.
constexpr std::int64_t few_points = 10'000;
constexpr std::uint64_t most_tries = 100;

/// The salt moves start centroids by less than 1 in 128 and not past a power of two, so not past the coordinates' bounds.
/// Points stay: each is stored in many columns, which must stay equal, since the reference computes it only once.
constexpr Salt salt = Salt::of_each<float>(low_mantissa_bits);

/// Returns the start centroids of @p draw.
std::vector<double> start_of(const Draw& draw, const Inputs& in) {
    std::vector<double> start(in.clusters * in.dimensions);
    for (std::size_t e = 0; e < start.size(); ++e)
        start[e] = draw.salted(salt, start_buffer, e, in.start(draw.window * start.size() + e));
    return start;
}

/// Returns the first seed from @p seed on whose inputs have no point so close to a border between centroids that
/// rounding could decide its side.
std::uint64_t clear_seed(const Sizes& sizes, std::uint64_t seed) {
    for (std::uint64_t tries = 0; tries < most_tries; ++tries) {
        const Inputs in(sizes, seed + tries);
        if (in.kind == Kind::empties || follow(in, sizes, 0, start_of({sizes}, in)).doubtful == 0)
            return seed + tries;
    }
    throw std::invalid_argument("centroids so dense that rounding decides where points belong; take more "
                                "dimensions, or fewer clusters");
}

/// Returns the inputs of a case. In small ones, iterations and membership have exactly one right value.
Inputs draw_inputs(const Sizes& sizes, std::uint64_t seed) {
    static std::mutex mutex;
    static std::map<std::pair<std::uint64_t, Sizes>, std::uint64_t> known;
    if (sizes.at("count") > few_points) return {sizes, seed};
    const std::lock_guard lock(mutex);
    auto entry = known.find({seed, sizes});
    if (entry == known.end()) entry = known.try_emplace({seed, sizes}, clear_seed(sizes, seed)).first;
    return {sizes, entry->second};
}

/// Returns the description of @p kind in the name of a case.
std::string words_for(Kind kind) {
    switch (kind) {
        case Kind::blobs: return "groups that overlap";
        case Kind::duplicates: return "points that repeat";
        case Kind::equal: return "two equal start centroids";
        case Kind::empties: return "a centroid that loses its points";
    }
    throw std::invalid_argument("no such kind of points");
}

class KmeansProblem final : public Problem {
public:
    [[nodiscard]] std::string describe(const Sizes& sizes) const override {
        return in_words(sizes, {{"kind", words_for(static_cast<Kind>(sizes.at("kind")))},
                                {"threshold", "threshold " + format_thousandths(sizes.at("threshold"))}});
    }

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
            {"start",
             Role::in,
             4,
             {in.clusters, in.dimensions},
             offsetof(KmeansArgs, start),
             0,
             values,
             salt},
            {"centroids", Role::out, 4, {in.clusters, in.dimensions}, offsetof(KmeansArgs, centroids)},
            {"membership", Role::out, 4, {in.count}, offsetof(KmeansArgs, membership)},
            {"inertia", Role::out, 8, {limit}, offsetof(KmeansArgs, inertia)},
            {"iterations", Role::out, 4, {1}, offsetof(KmeansArgs, iterations)},
            {"scratch", Role::scratch, 4, {room}, offsetof(KmeansArgs, scratch)}};
        layout.work.items = static_cast<double>(in.count * limit);
        layout.work.item = "point and iteration";
        layout.work.bytes = layout.work.items * 4 * static_cast<double>(in.dimensions); // one read each
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
        const Trajectory path = follow(in, draw.sizes, draw.window, start_of(draw, in));
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
