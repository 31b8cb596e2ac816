#pragma once

/// @file
/// What a lab tells the grader about itself: its buffers, its inputs, its work and what a right answer is.
///
/// A lab's `problem.cpp` implements Problem and is built into a module of its own that only the grader loads.
/// Neither the grader nor the runner knows a lab by name, so a new lab recompiles neither. Host code only:
/// nothing in here may include CUDA, and a process that runs a student's code never loads any of it.

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

/// The sizes of one case by name, as the manifest spells them: `{ {"width", 512}, {"height", 33} }`.
using Sizes = std::map<std::string, std::int64_t>;

/// "height 33, width 512". A size that is a code, or in other units than a reader thinks in, has its text in
/// @p instead; an empty one leaves it out.
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

/// "1.3" for 1300: a size is a whole number, so what is none may stand there in thousandths.
inline std::string format_thousandths(std::int64_t number) {
    std::string fraction = std::to_string(1000 + number % 1000).substr(1);
    while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
    return std::to_string(number / 1000) + (fraction.empty() ? "" : "." + fraction);
}

/// What a solution may do with a buffer.
enum class Role {
    in,     ///< filled before the call, must be unchanged after it
    out,    ///< poisoned before the call, checked after it
    inout,  ///< filled before the call, checked after it
    scratch ///< poisoned before the call, never looked at
};

/// One device allocation and the place in the args struct where its address goes.
struct Buffer {
    std::string name = {};               ///< as the hand-out calls it
    Role role = Role::in;                ///< what may be done with it
    std::size_t element_bytes = 4;       ///< size of an element
    std::vector<std::size_t> shape = {}; ///< extents, slowest first; a report prints coordinates in it
    std::size_t pointer_offset = 0;      ///< `offsetof(Args, field)`
    std::size_t misalignment = 0;        ///< bytes past a 256-byte boundary at which the data starts
    std::size_t window_step = 1;         ///< windows lie so many elements apart; 0: this input never moves
    Salt salt = {};                      ///< which bits of this input each timed call changes

    /// Number of elements: the product of the extents.
    [[nodiscard]] std::size_t count() const {
        std::size_t product = 1;
        for (const std::size_t extent : shape) product *= extent;
        return product;
    }
    /// Size in bytes.
    [[nodiscard]] std::size_t bytes() const { return count() * element_bytes; }
};

/// The least a solution must do: what the physical limit is computed from.
struct Work {
    double bytes = 0; ///< every input read once, every output written once
    double flops = 0; ///< fp32 operations; a fused multiply-add counts as two
    double roots = 0; ///< reciprocal square roots, each one operation of the special-function unit
    /// How many things the problem is about: the bytes of an image, the pairs of a point and an atom. A gate
    /// "for each item" divides by it; 0 where the lab has no such gate.
    double items = 0;
    std::string item = "item"; ///< what one of them is called: "byte", "pair"
};

/// Everything the runner needs to call a solution.
struct Layout {
    std::vector<Buffer> buffers = {}; ///< every device allocation, in an order of the lab's choosing
    /// The args struct's bytes with its scalars set and its pointers null; see to_bytes().
    std::vector<std::byte> args = {};
    Work work = {}; ///< what this case costs at least
};

/// One drawn input: the sizes, the secret seed, the window and the key.
///
/// Inputs are functions of (seed, index), so that the host knows any element without holding the array. In a
/// timed run each repeat sees other content: element i of an input is then element `window * window_step + i`
/// of an endless sequence of which the device holds one stretch, with those bits changed that the input's
/// Salt allows. Windows overlap; it is the key that makes a result of one call worthless in the next.
struct Draw {
    Sizes sizes = {};         ///< of the case
    std::uint64_t seed = 0;   ///< which sequences; one that the student's process never learns
    std::uint64_t window = 0; ///< which stretch of them, counted in steps of Buffer::window_step
    std::uint64_t key = 0;    ///< of the call's salts; 0: inputs are what generate() makes, as in every case

    /// The size called @p name. Throws std::out_of_range when the case has none.
    [[nodiscard]] std::int64_t size(const std::string& name) const { return sizes.at(name); }

    /// What stands at @p index of input @p buffer, with this @p salt, where the window has @p value.
    template <typename T>
    [[nodiscard]] T salted(const Salt& salt, std::size_t buffer, std::uint64_t index, const T& value) const {
        return key == 0 ? value : kernelsmith::salted(salt, key_of_input(key, buffer), index, value);
    }
};

/// What came back of one output buffer: all of it, or the elements at a few thousand secret places.
struct Observed {
    std::size_t buffer = 0;                ///< index into Layout::buffers
    std::vector<std::size_t> indices = {}; ///< empty: every element, in order
    std::span<const std::byte> data = {};  ///< the elements, packed
    std::uint64_t poison = 0;              ///< the bytes the buffer held before the call, over and over

    /// Calls `visit(index, value)` for each element that came back. Throws std::invalid_argument when the
    /// bytes are not a whole number of @p T, or not one for each index: some elements would go unchecked.
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

/// A lab's trusted half.
class Problem {
public:
    virtual ~Problem() = default;

    /// Buffers, arguments and work for a case of these sizes.
    [[nodiscard]] virtual Layout layout(const Sizes& sizes) const = 0;

    /// A case of these sizes as a student reads it.
    [[nodiscard]] virtual std::string describe(const Sizes& sizes) const { return in_words(sizes); }

    /// Writes elements [first, first + out.size() / element_bytes) of the endless sequence of input
    /// @p buffer. Called from several threads at once. @p draw.window is not to be looked at here. A
    /// @p draw.key other than 0 says that elements will be salted: one at the end of its range, from where a salt
    /// would take it out, is then moved inside.
    virtual void generate(const Draw& draw, std::size_t buffer, std::size_t first,
                          std::span<std::byte> out) const = 0;

    /// Holds what came back against an fp64 reference. One Observed per out and inout buffer, in the layout's
    /// order; one Comparison for each, in the same order. Must compare every element it was given.
    [[nodiscard]] virtual std::vector<Comparison> check(const Draw& draw,
                                                        std::span<const Observed> outputs) const = 0;
};

/// The bytes of an args struct.
template <typename Args> std::vector<std::byte> to_bytes(const Args& args) {
    static_assert(std::is_trivially_copyable_v<Args>, "an args struct travels to the runner as plain bytes");
    const auto* first = reinterpret_cast<const std::byte*>(&args);
    return {first, first + sizeof(Args)};
}

} // namespace kernelsmith

/// The one symbol a problem module exports; `KERNELSMITH_PROBLEM(MyProblem)` defines it.
extern "C" __attribute__((visibility("default"))) const kernelsmith::Problem* kernelsmith_problem();

/// Exports @p type, a default-constructible Problem, as this module's problem.
#define KERNELSMITH_PROBLEM(type)                                  \
    extern "C" const kernelsmith::Problem* kernelsmith_problem() { \
        static const type problem;                                 \
        return &problem;                                           \
    }
