#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"
#include "lab.h"

namespace kernelsmith::lab09 {
namespace {

/// Any bit may change: each bit pattern is a valid element.
constexpr Salt salt = Salt::of_each<std::uint32_t>(0xffffffff);

/// An element, identified by its field and its record in either layout.
struct Element {
    std::int64_t field;
    std::int64_t record;

    bool operator==(const Element&) const = default;
};

/// The two layouts of a table: `count` records with `fields` fields.
struct Shape {
    std::int64_t count;
    std::int64_t fields;

    [[nodiscard]] std::int64_t in_records(const Element& element) const {
        return element.record * fields + element.field;
    }
    [[nodiscard]] std::int64_t in_arrays(const Element& element) const {
        return element.field * count + element.record;
    }
    [[nodiscard]] Element of_records(std::int64_t index) const { return {index % fields, index / fields}; }
    [[nodiscard]] Element of_arrays(std::int64_t index) const { return {index / count, index % count}; }
};

/// Returns the tables of a case. Each is one call of change_layout(); the timed size has two of them.
std::vector<Shape> tables_of(const Sizes& sizes) {
    std::vector<Shape> tables = {{sizes.at("count"), sizes.at("fields")}};
    if (const auto then = sizes.find("then_count"); then != sizes.end() && then->second > 0)
        tables.push_back({then->second, sizes.at("then_fields")});
    return tables;
}

/// Returns the index of a table's input among the buffers; its output follows.
constexpr std::size_t input_of(std::size_t table) { return 2 * table; }

/// Returns the bits at @p index of the infinite sequence of a table's inputs. Half of the elements are random
/// bits. The others are values that a program could change if it treats them as numbers: NaN with a random
/// payload, infinity, denormals, 0 or -0.
std::uint32_t bits_at(std::uint64_t seed, std::uint64_t index) {
    constexpr std::uint32_t sign = 0x80000000;
    constexpr std::uint32_t exponent = 0x7f800000;
    const std::uint64_t random = random_bits(seed, index);
    const auto bits = static_cast<std::uint32_t>(random);
    switch (random >> 61) {
        case 0:
        case 1: return bits | exponent | 1;
        case 2: return bits & ~exponent;
        case 3: return random >> 60 & 1 ? (bits & sign) | exponent : bits & sign;
        default: return bits;
    }
}

/// Finds the element nearby that the bits of a table's first wrong element belong to.
class Origin {
public:
    Origin(const Draw& draw, std::size_t input, const Shape& shape)
        : draw_(draw), input_(input), shape_(shape) {}

    /// Returns the bits of @p element.
    [[nodiscard]] std::uint32_t bits(const Element& element) const {
        const std::int64_t at =
            draw_.size("to_arrays") ? shape_.in_records(element) : shape_.in_arrays(element);
        const auto index = static_cast<std::uint64_t>(at);
        return draw_.salted(salt, input_, index, bits_at(draw_.seed + input_, draw_.window + index));
    }

    /// Returns the element that has these bits, in a record near @p wanted; none if two elements have them.
    [[nodiscard]] std::optional<Element> nearby(const Element& wanted, std::uint32_t found) const {
        constexpr std::int64_t near = 2048; // records to either side
        std::optional<Element> only;
        const std::int64_t last = std::min(wanted.record + near, shape_.count - 1);
        for (std::int64_t record = std::max<std::int64_t>(wanted.record - near, 0); record <= last;
             ++record) {
            for (std::int64_t field = 0; field < shape_.fields; ++field) {
                if (bits({field, record}) != found) continue;
                if (only) return std::nullopt;
                only = Element{field, record};
            }
        }
        return only;
    }

private:
    const Draw& draw_;
    std::size_t input_;
    Shape shape_;
};

std::string in_words(const Element& element) {
    return "field " + std::to_string(element.field) + " of record " + std::to_string(element.record);
}

/// Lab 09: converts records to arrays, or arrays to records.
class LayoutProblem final : public Problem {
public:
    [[nodiscard]] std::string describe(const Sizes& sizes) const override {
        std::string then;
        if (const std::vector<Shape> tables = tables_of(sizes); tables.size() > 1)
            then = "then " + std::to_string(tables[1].count) + " records with " +
                   std::to_string(tables[1].fields) + " fields";
        return kernelsmith::in_words(sizes, {{"then_count", then},
                                             {"then_fields", ""},
                                             {"to_arrays", sizes.at("to_arrays") ? "records to arrays"
                                                                                 : "arrays to records"}});
    }

    [[nodiscard]] Layout layout(const Sizes& sizes) const override {
        const std::vector<Shape> tables = tables_of(sizes);
        Layout layout;
        layout.calls = tables.size();
        layout.work.item = "float";
        for (std::size_t table = 0; table < tables.size(); ++table)
            add(layout, tables[table], table, sizes.at("to_arrays") != 0);
        return layout;
    }

    void generate(const Draw& draw, std::size_t buffer, std::size_t first,
                  std::span<std::byte> out) const override {
        for (std::size_t i = 0; i < out.size() / sizeof(std::uint32_t); ++i) {
            const std::uint32_t bits = bits_at(draw.seed + buffer, first + i);
            std::memcpy(out.data() + i * sizeof(bits), &bits, sizeof(bits));
        }
    }

    [[nodiscard]] std::vector<Comparison> check(const Draw& draw,
                                                std::span<const Observed> outputs) const override {
        const std::vector<Shape> tables = tables_of(draw.sizes);
        std::vector<Comparison> comparisons;
        for (std::size_t table = 0; table < tables.size(); ++table)
            comparisons.push_back(check_table(draw, table, tables[table], outputs[table]));
        return comparisons;
    }

private:
    /// Adds the call that converts @p shape.
    static void add(Layout& layout, const Shape& shape, std::size_t table, bool to_arrays) {
        const auto count = static_cast<std::size_t>(shape.count);
        const auto fields = static_cast<std::size_t>(shape.fields);
        const std::vector<std::size_t> as_records = {count, fields};
        const std::vector<std::size_t> as_arrays = {fields, count};

        Buffer in;
        in.name = table == 0 ? "in" : "in, second call";
        in.role = Role::in;
        in.element_bytes = sizeof(float);
        in.shape = to_arrays ? as_records : as_arrays;
        in.pointer_offset = layout.args.size() + offsetof(LayoutArgs, in);
        in.salt = salt;

        Buffer out;
        out.name = table == 0 ? "out" : "out, second call";
        out.role = Role::out;
        out.element_bytes = sizeof(float);
        out.shape = to_arrays ? as_arrays : as_records;
        out.pointer_offset = layout.args.size() + offsetof(LayoutArgs, out);

        const std::vector<std::byte> args = to_bytes(
            LayoutArgs{nullptr, nullptr, shape.count, static_cast<int>(shape.fields), to_arrays ? 1 : 0});
        layout.args.insert(layout.args.end(), args.begin(), args.end());
        layout.work.items += static_cast<double>(in.count());
        layout.work.bytes += 2.0 * static_cast<double>(in.bytes()); // each read once and written once
        layout.buffers.push_back(in);
        layout.buffers.push_back(out);
    }

    /// Compares elements as integers of 32 bits, which a double holds exactly, with a tolerance of 0: moving an
    /// element must not change it.
    static Comparison check_table(const Draw& draw, std::size_t table, const Shape& shape,
                                  const Observed& out) {
        const Origin origin(draw, input_of(table), shape);
        const bool to_arrays = draw.size("to_arrays") != 0;

        Comparison comparison(table == 0 ? "out" : "out, second call");
        out.for_each<std::uint32_t>([&](std::size_t index, std::uint32_t got) {
            const auto at = static_cast<std::int64_t>(index);
            const Element wanted = to_arrays ? shape.of_arrays(at) : shape.of_records(at);
            const std::size_t wrong = comparison.wrong();
            comparison.add(index, origin.bits(wanted), got, 0, out.poison);
            if (wrong > 0 || comparison.wrong() == 0 || comparison.unwritten() > 0) return;
            if (const auto found = origin.nearby(wanted, got)) {
                comparison.fail({"moved_element",
                                 "The first wrong element should be " + in_words(wanted) + " and is " +
                                     in_words(*found) + ".",
                                 wanted.record});
            }
        });
        return comparison;
    }
};

} // namespace
} // namespace kernelsmith::lab09

using kernelsmith::lab09::LayoutProblem;
KERNELSMITH_PROBLEM(LayoutProblem)
