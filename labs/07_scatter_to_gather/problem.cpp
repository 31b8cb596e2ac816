#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab07 {
namespace {

/// Atoms from the start of one window to the start of the next: 1024 bytes, so each window has 64 new atoms.
constexpr std::size_t window_step = 64;

/// The salt moves the atoms and changes their charges. x and y change by less than 1 in 8, so the atoms stay around the
/// grid; z and the charge take any value between two powers of two, of either sign. No atom stays exactly on a point.
constexpr std::uint64_t x_and_y = 0x000fffff'000fffff;
constexpr std::uint64_t z_and_charge = sign_and_mantissa_bits << 32 | sign_and_mantissa_bits;
constexpr Salt salt = {{x_and_y, z_and_charge, x_and_y, z_and_charge}};

/// The largest distance of an atom above or below the grid, except for atoms far away.
constexpr float highest_z = 16;

/// Positions of the atoms of a case: the values of its size "places".
enum Places : std::int64_t {
    around,    ///< over the grid and a quarter of its sides beyond it, one in sixteen on a point of the grid
    on_points, ///< each atom exactly on a point of the grid
    far_from_all ///< a thousand to ten thousand units away from the grid
};

/// Returns the largest error allowed for a potential. @p magnitude is the sum of |charge| / distance over its
/// @p count terms.
///
/// Let u = 2^-24, the largest relative error of rounding to nearest.
///
/// A term. dx is a difference of two exact numbers and has an error of u; its square has 2u and a rounding. Four
/// squares are added, none of them negative, so relative errors do not grow except by a rounding per addition:
/// at most 6u for the square of the distance, in any order of summation, and half of it for the distance. The
/// root: rsqrtf() and rsqrt.approx have an error of 2^-22.9 = 2.1u, a correctly rounded root and a division 2u.
/// A root by Newton steps may stop at about 2^-21 = 8u. The product with the charge adds a rounding, unless
/// it is fused. The total is 12u, or 16u with a margin for a few more roundings.
///
/// The sum. Each addition rounds the partial sum s by at most u |s|, up or down at random: with a variance of
/// at most u² s² / 3. No partial sum, in any order and with any split, is above the magnitude M. So the
/// standard deviation of all roundings together is at most u M sqrt(count / 3), and 4 u M sqrt(count) is
/// seven of them. The margin is larger still: charges of both signs keep the partial sums well below M.
///
/// The bound rejects a root in half precision and one Newton step too few, which have errors of 2^-11 in a
/// single term, five hundred times as much. It also rejects sums in half precision.
double tolerance(double magnitude, std::size_t count) {
    return (16 + 4 * std::sqrt(static_cast<double>(count))) * 0x1p-24 * magnitude;
}

/// Lab 07: the potential of `count` atoms at every point of a grid of height x width points, with `per_unit`
/// points per unit of length.
class PotentialProblem final : public Problem {
public:
    [[nodiscard]] std::string describe(const Sizes& sizes) const override {
        const std::int64_t places = sizes.at("places");
        const char* atoms = places == on_points      ? "atoms on points of the grid"
                            : places == far_from_all ? "atoms far away"
                                                     : "atoms around the grid";
        return in_words(sizes, {{"places", atoms},
                                {"per_unit", std::to_string(sizes.at("per_unit")) + " points a unit"}});
    }

    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const auto width = static_cast<std::size_t>(sizes.at("width"));
        const auto height = static_cast<std::size_t>(sizes.at("height"));
        const auto count = static_cast<std::size_t>(sizes.at("count"));

        Buffer atoms;
        atoms.name = "atoms";
        atoms.role = Role::in;
        atoms.element_bytes = sizeof(Atom);
        atoms.shape = {count};
        atoms.pointer_offset = offsetof(PotentialArgs, atoms);
        atoms.window_step = window_step;
        atoms.salt = salt;

        Buffer potential;
        potential.name = "potential";
        potential.role = Role::out;
        potential.element_bytes = sizeof(float);
        potential.shape = {height, width};
        potential.pointer_offset = offsetof(PotentialArgs, potential);

        PotentialArgs args{};
        args.width = static_cast<int>(width);
        args.height = static_cast<int>(height);
        args.count = static_cast<int>(count);
        args.spacing = spacing(sizes);

        Layout layout;
        layout.args = to_bytes(args);
        layout.work.bytes = static_cast<double>(atoms.bytes() + potential.bytes()); // read once, written once
        layout.work.items = static_cast<double>(width * height) * static_cast<double>(count);
        layout.work.item = "interaction";
        layout.work.roots = layout.work.items;
        // Per interaction, not shared with any other: dx² is added to the squares of y and z, the root is
        // multiplied by the charge, and the product is added.
        layout.work.flops = 3 * layout.work.items;
        layout.buffers = {atoms, potential};
        return layout;
    }

    void generate(const Draw& draw, std::size_t, std::size_t first, std::span<std::byte> out) const override {
        const std::size_t count = out.size() / sizeof(Atom);
        for (std::size_t i = 0; i < count; ++i) {
            const Atom atom = atom_at(draw, first + i);
            std::memcpy(out.data() + i * sizeof(Atom), &atom, sizeof(Atom));
        }
    }

    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const Observed& out = outputs.front();
        const Expected expected(draw);
        const auto width = static_cast<std::size_t>(draw.size("width"));
        Comparison comparison("potential");
        out.for_each<float>([&](std::size_t index, float got) {
            const Expected::Value right = expected.at(index / width, index % width);
            comparison.add(index, right.sum, got, tolerance(right.magnitude, expected.count()), out.poison);
        });
        explain(expected, width, comparison);
        return {comparison};
    }

private:
    /// The reference, computed in fp64 from the atoms in the device's memory, that is, after the salt.
    class Expected {
    public:
        struct Value {
            double sum = 0;       ///< the potential
            double magnitude = 0; ///< the potential if every charge were positive
        };

        explicit Expected(const Draw& draw) : spacing_(spacing(draw.sizes)) {
            const auto count = static_cast<std::size_t>(draw.size("count"));
            for (std::size_t i = 0; i < count; ++i) {
                const Atom atom = draw.salted(salt, 0, i, atom_at(draw, draw.window * window_step + i));
                x_.push_back(atom.x);
                y_.push_back(atom.y);
                rest_.push_back(double{atom.z} * atom.z + double{SOFTENING} * SOFTENING);
                charge_.push_back(atom.charge);
            }
        }

        [[nodiscard]] std::size_t count() const { return x_.size(); }

        [[nodiscard]] Value at(std::size_t row, std::size_t column) const {
            const double x = static_cast<double>(column) * spacing_;
            const double y = static_cast<double>(row) * spacing_;
            Value value;
            for (std::size_t i = 0; i < count(); ++i) {
                const double dx = x - x_[i];
                const double dy = y - y_[i];
                const double term = charge_[i] / std::sqrt(dx * dx + dy * dy + rest_[i]);
                value.sum += term;
                value.magnitude += std::fabs(term);
            }
            return value;
        }

    private:
        double spacing_;
        std::vector<double> x_, y_, rest_, charge_;
    };

    static float spacing(const Sizes& sizes) { return 1.0f / static_cast<float>(sizes.at("per_unit")); }

    /// Returns atom @p index of an infinite sequence.
    static Atom atom_at(const Draw& draw, std::uint64_t index) {
        const auto coordinate = [&](std::uint64_t which, float low, float high) {
            return random_uniform(draw.seed, 5 * index + which, low, high);
        };
        const auto width = static_cast<std::uint64_t>(draw.size("width"));
        const auto height = static_cast<std::uint64_t>(draw.size("height"));
        const std::int64_t places = draw.size("places");
        const float charge = coordinate(3, -1, 1);
        const std::uint64_t dice = random_bits(draw.seed, 5 * index + 4);
        if (width * height > 0 && (places == on_points || (places == around && dice % 16 == 0))) {
            const auto column = static_cast<float>((dice >> 8) % width);
            const auto row = static_cast<float>((dice >> 32) % height);
            return {column * spacing(draw.sizes), row * spacing(draw.sizes), 0, charge};
        }
        if (places == far_from_all) {
            const float sign = dice % 2 == 0 ? 1.0f : -1.0f;
            return {sign * coordinate(0, 1000, 10000), coordinate(1, -5000, 5000), coordinate(2, -2000, 2000),
                    charge};
        }
        const float right = static_cast<float>(width) * spacing(draw.sizes);
        const float bottom = static_cast<float>(height) * spacing(draw.sizes);
        return {coordinate(0, -right / 4, 5 * right / 4), coordinate(1, -bottom / 4, 5 * bottom / 4),
                coordinate(2, -highest_z, highest_z), charge};
    }

    /// Adds a diagnosis to @p comparison if the wrong values show their cause.
    static void explain(const Expected& expected, std::size_t width, Comparison& comparison) {
        if (comparison.wrong() == 0 || comparison.unwritten() > 0) return;
        if (comparison.not_finite() > 0) {
            comparison.fail(
                {"potential_not_finite",
                 "A potential that is infinite or not a number: is SOFTENING² in every sum of squares, "
                 "and does each sum start at 0?"});
            return;
        }
        const bool mirrored =
            std::all_of(comparison.first().begin(), comparison.first().end(), [&](const Mismatch& wrong) {
                const Expected::Value other = expected.at(wrong.index % width, wrong.index / width);
                return std::fabs(wrong.got - other.sum) <= tolerance(other.magnitude, expected.count());
            });
        if (mirrored) {
            comparison.fail({"rows_and_columns_exchanged",
                             "The result is the potential mirrored at the diagonal: rows and columns are "
                             "exchanged."});
        } else if (comparison.worst() < 1000) {
            comparison.fail(
                {"rounded_to_fewer_bits",
                 "The errors are small, but above those of fp32: were roots or sums computed with fewer "
                 "bits? A wrong term among many has the same symptom."});
        }
    }
};

} // namespace
} // namespace kernelsmith::lab07

using kernelsmith::lab07::PotentialProblem;
KERNELSMITH_PROBLEM(PotentialProblem)
