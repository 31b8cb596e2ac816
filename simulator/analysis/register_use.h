#pragma once

/// @file
/// Which registers an instruction reads and writes.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace simulator {

/// Whether the first operand of a row is what it writes; no other one ever is.
bool writes_first(ptx::Form form);

/// Calls each(operand) for an operand, or for its elements where it is a vector, a pair or an address.
template <class Each> void for_each_value(const ptx::Operand& operand, Each each) {
    if (operand.elements.empty()) return each(operand);
    for (const ptx::Operand& element : operand.elements) for_each_value(element, each);
}

/// Calls each(register, operand's number) for what operands read; the guard is not an operand.
template <class Each> void for_each_operand_read(const ptx::Instruction& instruction, Each each) {
    for (std::size_t n = writes_first(instruction.form) ? 1 : 0; n < instruction.operands.size(); ++n)
        for_each_value(instruction.operands[n], [&](const ptx::Operand& value) {
            if (value.kind == ptx::Operand::Kind::reg) each(value.index, n);
        });
}

/// Calls each(register) for what an instruction and its guard read.
template <class Each> void for_each_read(const ptx::Instruction& instruction, Each each) {
    if (instruction.guard) each(instruction.guard->reg);
    for_each_operand_read(instruction, [&](std::uint32_t reg, std::size_t) { each(reg); });
}

/// Calls each(register) for what an instruction writes.
template <class Each> void for_each_written(const ptx::Instruction& instruction, Each each) {
    if (!writes_first(instruction.form)) return;
    for_each_value(instruction.operands[0], [&](const ptx::Operand& value) {
        if (value.kind == ptx::Operand::Kind::reg) each(value.index);
    });
}

/// Registers of a function, one bit each.
class RegisterSet {
public:
    /// None of @p count registers, or @p all of them.
    explicit RegisterSet(std::size_t count, bool all = false) : words_((count + 63) / 64, all ? ~0ULL : 0) {}

    /// Whether a register is in it.
    [[nodiscard]] bool has(std::uint32_t reg) const { return (words_[reg / 64] >> reg % 64 & 1) != 0; }
    /// Takes a register in or out.
    void put(std::uint32_t reg, bool in) {
        const std::uint64_t bit = std::uint64_t{1} << reg % 64;
        words_[reg / 64] = in ? words_[reg / 64] | bit : words_[reg / 64] & ~bit;
    }
    /// Takes in all of another's; returns whether any was new.
    bool join(const RegisterSet& other);
    /// Takes out all of another's.
    void remove(const RegisterSet& other);
    /// Keeps what is in another one as well.
    void intersect(const RegisterSet& other);
    /// Whether any is in it.
    [[nodiscard]] bool any() const;

    /// Equal.
    bool operator==(const RegisterSet&) const = default;

private:
    std::vector<std::uint64_t> words_;
};

} // namespace simulator
