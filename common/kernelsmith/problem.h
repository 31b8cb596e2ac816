#pragma once

/// @file
/// The interface of a lab to the grader: its buffers, its inputs, its work and its right results.
///
/// A lab's `problem.cpp` implements Problem and is built into a separate module that only the grader loads.
/// Neither the grader nor the runner refers to a lab by name, so a new lab recompiles neither. Host code
/// only: this file must not include CUDA, and a process that runs a student's code never loads any of it.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kernelsmith/compare.h"
#include "kernelsmith/salt.h"

namespace kernelsmith {

/// The sizes of one case by name, as in the manifest: `{ {"width", 512}, {"height", 33} }`.
using Sizes = std::map<std::string, std::int64_t>;

/// Formats @p sizes as "height 33, width 512". For a size that is a code, or in other units than a reader
/// expects, @p instead has the text; an empty text omits the size.
inline std::string in_words(const Sizes& sizes, const std::map<std::string, std::string>& instead = {}) {
    std::string text;
    for (const auto& [name, value] : sizes) {
        const auto known = instead.find(name);
        const std::string size = known == instead.end() ? name + " " + std::to_string(value) : known->second;
        if (!text.empty() && !size.empty()) text += ", ";
        text += size;
    }
    return text;
}

/// Formats @p number thousandths: "1.3" for 1300. A size is an integer, so a fractional one is given in
/// thousandths.
inline std::string format_thousandths(std::int64_t number) {
    std::string fraction = std::to_string(1000 + number % 1000).substr(1);
    while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
    return std::to_string(number / 1000) + (fraction.empty() ? "" : "." + fraction);
}

/// The role of a buffer: what a solution may do with it.
enum class Role {
    in,     ///< filled before the call, must be unchanged after it
    out,    ///< poisoned before the call, checked after it
    inout,  ///< filled before the call, checked after it
    scratch ///< poisoned before the call, never checked
};

/// One device allocation, and the offset of its address in the args struct.
struct Buffer {
    std::string name = {};               ///< name in the hand-out
    Role role = Role::in;                ///< what a solution may do with it
    std::size_t element_bytes = 4;       ///< size of an element in bytes
    std::vector<std::size_t> shape = {}; ///< extents, slowest-varying first; reports print coordinates in
                                         ///< this shape
    std::size_t pointer_offset = 0;      ///< `offsetof(Args, field)`, from the first args struct
    std::size_t misalignment = 0;        ///< bytes past a 256-byte boundary at which the data starts
    std::size_t window_step = 1;         ///< distance of two windows in elements; 0: this input never moves
    Salt salt = {};                      ///< the bits of this input that each timed call changes

    /// Returns the number of elements: the product of the extents.
    [[nodiscard]] std::size_t count() const {
        std::size_t product = 1;
        for (const std::size_t extent : shape) product *= extent;
        return product;
    }
    /// Returns the size in bytes.
    [[nodiscard]] std::size_t bytes() const { return count() * element_bytes; }
};

/// The minimum work of a solution, from which the physical limit is computed.
struct Work {
    double bytes = 0; ///< every input read once, every output written once
    double flops = 0; ///< fp32 operations; a fused multiply-add counts as two
    double roots = 0; ///< reciprocal square roots, each one operation of the special-function unit
    /// Number of items of the problem: the bytes of an image, the pairs of a point and an atom. A gate per
    /// item divides by it; 0 if the lab has no such gate.
    double items = 0;
    std::string item = "item"; ///< name of one item: "byte", "pair"
};

/// All data that the runner needs to call a solution.
struct Layout {
    std::vector<Buffer> buffers = {}; ///< every device allocation, in an order that the lab chooses
    /// Bytes of the args struct, with its scalars set and its pointers null; see to_bytes(). With more than
    /// one call, the structs of all calls, one after the other.
    std::vector<std::byte> args = {};
    std::size_t calls = 1; ///< calls of the entry for one result, each with its own args struct
    Work work = {};        ///< minimum work of this case
};

/// One drawn input: the sizes, the secret seed, the window and the key.
///
/// Inputs are functions of (seed, index), so that the host can compute any element without storing the array.
/// In a timed run each call gets other data: element i of an input is element `window * window_step + i` of
/// an endless sequence, of which the device holds one contiguous range, with the bits changed that the
/// input's Salt allows. Windows overlap; the key makes the result of one call useless for the next.
struct Draw {
    Sizes sizes = {};         ///< sizes of the case
    std::uint64_t seed = 0;   ///< selects the sequences; the student's process never receives it
    std::uint64_t window = 0; ///< index of the window, in steps of Buffer::window_step
    std::uint64_t key = 0;    ///< key of the call's salts; 0: inputs are as generate() makes them, as in
                              ///< every correctness case

    /// Returns the size called @p name. Throws std::out_of_range if the case has none.
    [[nodiscard]] std::int64_t size(const std::string& name) const { return sizes.at(name); }

    /// Returns the element at @p index of input @p buffer with this @p salt, if the window has @p value
    /// there.
    template <typename T>
    [[nodiscard]] T salted(const Salt& salt, std::size_t buffer, std::uint64_t index, const T& value) const {
        return key == 0 ? value : kernelsmith::salted(salt, key_of_input(key, buffer), index, value);
    }
};

/// The contents of one output buffer: all of it, or the elements at a few thousand secret indices.
struct Observed {
    std::size_t buffer = 0;                ///< index into Layout::buffers
    std::vector<std::size_t> indices = {}; ///< empty: every element, in order
    std::span<const std::byte> data = {};  ///< the elements, packed
    std::uint64_t poison = 0;              ///< the bytes of the buffer before the call, repeated

    /// Calls `visit(index, value)` for each element. Throws std::invalid_argument if the bytes are not a
    /// multiple of the size of @p T, or not one element per index: some elements would not be checked.
    template <typename T, typename Visit> void for_each(Visit visit) const {
        static_assert(std::is_trivially_copyable_v<T>, "elements come back as plain bytes");
        const std::size_t count = data.size() / sizeof(T);
        if (data.size() % sizeof(T) != 0 || (!indices.empty() && indices.size() != count)) {
            throw std::invalid_argument("Observed: the bytes do not fit the elements");
        }
        for (std::size_t i = 0; i < count; ++i) {
            T value;
            std::memcpy(&value, data.data() + i * sizeof(T), sizeof(T));
            visit(indices.empty() ? i : indices[i], value);
        }
    }
};

/// The trusted half of a lab.
class Problem {
public:
    virtual ~Problem() = default;

    /// Returns buffers, arguments and work for a case of these sizes.
    [[nodiscard]] virtual Layout layout(const Sizes& sizes) const = 0;

    /// Describes a case of these sizes for a student.
    [[nodiscard]] virtual std::string describe(const Sizes& sizes) const { return in_words(sizes); }

    /// Writes elements [first, first + out.size() / element_bytes) of the endless sequence of input
    /// @p buffer. Called from several threads at once. Must not depend on @p draw.window. If @p draw.key is
    /// not 0, elements will be salted: an element at the end of its range, which a salt would move out of it,
    /// must then be moved inside.
    virtual void generate(const Draw& draw, std::size_t buffer, std::size_t first,
                          std::span<std::byte> out) const = 0;

    /// Compares the outputs with an fp64 reference. @p outputs has one Observed per out and inout buffer, in
    /// the layout's order; the result has one Comparison for each, in the same order. Must compare every
    /// element of @p outputs.
    [[nodiscard]] virtual std::vector<Comparison> check(const Draw& draw,
                                                        std::span<const Observed> outputs) const = 0;
};

/// Returns the bytes of an args struct.
template <typename Args> std::vector<std::byte> to_bytes(const Args& args) {
    static_assert(std::is_trivially_copyable_v<Args>, "an args struct travels to the runner as plain bytes");
    const auto* first = reinterpret_cast<const std::byte*>(&args);
    return {first, first + sizeof(Args)};
}

} // namespace kernelsmith

/// The only symbol that a problem module exports; `KERNELSMITH_PROBLEM(MyProblem)` defines it.
extern "C" __attribute__((visibility("default"))) const kernelsmith::Problem* kernelsmith_problem();

/// Exports @p type, a default-constructible Problem, as this module's problem.
#define KERNELSMITH_PROBLEM(type)                                  \
    extern "C" const kernelsmith::Problem* kernelsmith_problem() { \
        static const type problem;                                 \
        return &problem;                                           \
    }
