#pragma once

/// @file
/// Registers that an instruction reads and writes.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace simulator {

/// Returns whether the first operand of an instruction is its result; no other operand ever is.
bool writes_first(ptx::Form form);

/// Calls each(operand) for an operand, or for each element of a vector, a pair or an address.
template <class Each> void for_each_value(const ptx::Operand& operand, Each each) {
    if (operand.elements.empty()) return each(operand);
    for (const ptx::Operand& element : operand.elements) for_each_value(element, each);
}

/// Calls each(register, operand number) for each register that the operands read; the guard is not an
/// operand.
template <class Each> void for_each_operand_read(const ptx::Instruction& instruction, Each each) {
    for (std::size_t n = writes_first(instruction.form) ? 1 : 0; n < instruction.operands.size(); ++n)
        for_each_value(instruction.operands[n], [&](const ptx::Operand& value) {
            if (value.kind == ptx::Operand::Kind::reg) each(value.index, n);
        });
}

/// Calls each(register) for each register that an instruction and its guard read.
template <class Each> void for_each_read(const ptx::Instruction& instruction, Each each) {
    if (instruction.guard) each(instruction.guard->reg);
    for_each_operand_read(instruction, [&](std::uint32_t reg, std::size_t) { each(reg); });
}

/// Calls each(register) for each register that an instruction writes.
template <class Each> void for_each_written(const ptx::Instruction& instruction, Each each) {
    if (!writes_first(instruction.form)) return;
    for_each_value(instruction.operands[0], [&](const ptx::Operand& value) {
        if (value.kind == ptx::Operand::Kind::reg) each(value.index);
    });
}

/// A set of a function's registers, one bit each.
class RegisterSet {
public:
    /// Creates an empty set for @p count registers, or with @p all the full set.
    explicit RegisterSet(std::size_t count, bool all = false) : words_((count + 63) / 64, all ? ~0ULL : 0) {}

    /// Returns whether a register is in the set.
    [[nodiscard]] bool has(std::uint32_t reg) const { return (words_[reg / 64] >> reg % 64 & 1) != 0; }
    /// Adds a register to the set, or removes it.
    void put(std::uint32_t reg, bool in) {
        const std::uint64_t bit = std::uint64_t{1} << reg % 64;
        words_[reg / 64] = in ? words_[reg / 64] | bit : words_[reg / 64] & ~bit;
    }
    /// Adds the elements of another set; returns whether any was new.
    bool join(const RegisterSet& other);
    /// Removes the elements of another set.
    void remove(const RegisterSet& other);
    /// Keeps only the elements that are in the other set, too.
    void intersect(const RegisterSet& other);
    /// Returns whether the set is not empty.
    [[nodiscard]] bool any() const;

    /// Returns whether both are equal.
    bool operator==(const RegisterSet&) const = default;

private:
    std::vector<std::uint64_t> words_;
};

} // namespace simulator
