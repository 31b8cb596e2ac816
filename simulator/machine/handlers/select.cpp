#include "machine/handlers/select.h"

namespace simulator {

std::uint32_t Decoding::lane_bytes(std::size_t n) const {
    if (n >= instruction.operands.size()) return 0;
    const ptx::Operand* operand = &instruction.operands[n];
    // All elements of a vector have the same width; take the first one that is a register.
    for (const ptx::Operand& element : operand->elements) {
        if (element.kind != ptx::Operand::Kind::reg) continue;
        operand = &element;
        break;
    }
    if (operand->kind == ptx::Operand::Kind::reg) {
        const std::uint32_t bytes = ptx::bytes_of(function.registers[operand->index].type);
        return bytes == 0 ? 0 : bytes <= 4 ? 4 : 8;
    }
    if (operand->kind == ptx::Operand::Kind::special) return 4;
    const ptx::Word type = instruction.type();
    return ptx::kind_of(type) == ptx::TypeKind::predicate ? 0 : ptx::bytes_of(type) <= 4 ? 4 : 8;
}

namespace {

// In the order of the enumerators of Form.
constexpr Handlers (*choices[])(const Decoding&) = {
#define ROW(id, mnemonic, suffixes, operands, group, pipe, effect, space, meaning) &select_##id,
#include "ptx/instructions.def"
};

} // namespace

Handlers select(const Decoding& decoding) {
    return choices[static_cast<std::size_t>(decoding.instruction.form)](decoding);
}

} // namespace simulator
