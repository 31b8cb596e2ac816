#include "sass/opcodes.h"

#include <array>

namespace simulator::sass {

namespace {

constexpr Operation operations[] = {
#define ROW_IN(first, last, code, mnemonic, unit, access) \
    {first, last, code, #mnemonic, Unit::unit, SassAccess::access},
#define ROW(code, mnemonic, unit, access) ROW_IN(0, ~0U, code, mnemonic, unit, access)
#include "sass/opcodes.def"
};

// The rows of each code: several if its meaning depends on the compute capability.
constexpr std::size_t max_meanings = 2;
using Index = std::array<std::array<const Operation*, max_meanings>, operation_mask + 1>;

constexpr bool overlap(const Operation& one, const Operation& other) {
    return one.first <= other.last && other.first <= one.last;
}

constexpr Index index_of_operations() {
    Index index{};
    for (const Operation& row : operations) {
        std::size_t meaning = 0;
        for (; index[row.code][meaning] != nullptr; ++meaning)
            if (overlap(*index[row.code][meaning], row))
                throw "two rows of opcodes.def have the same code in one compute capability";
        index[row.code][meaning] = &row; // past max_meanings: not a constant expression
    }
    return index;
}

constexpr Index by_code = index_of_operations();

} // namespace

const Operation* operation_of(std::uint16_t opcode, std::uint32_t capability) {
    for (const Operation* row : by_code[opcode & operation_mask])
        if (row != nullptr && row->first <= capability && capability <= row->last) return row;
    return nullptr;
}

} // namespace simulator::sass
