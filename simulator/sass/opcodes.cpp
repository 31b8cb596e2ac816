#include "sass/opcodes.h"

#include <array>

namespace simulator::sass {

namespace {

constexpr Operation operations[] = {
#define ROW(code, mnemonic, unit, access) {code, #mnemonic, Unit::unit, SassAccess::access},
#include "sass/opcodes.def"
};

using Index = std::array<const Operation*, operation_mask + 1>;

constexpr Index index_of_operations() {
    Index index{};
    for (const Operation& row : operations) index[row.code] = &row;
    return index;
}

constexpr Index by_code = index_of_operations();

constexpr bool each_code_once() {
    for (const Operation& row : operations)
        if (by_code[row.code] != &row) return false;
    return true;
}
static_assert(each_code_once(), "two rows of opcodes.def have the same code");

} // namespace

const Operation* operation_of(std::uint16_t opcode) { return by_code[opcode & operation_mask]; }

} // namespace simulator::sass
