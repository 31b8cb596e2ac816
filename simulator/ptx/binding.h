#pragma once

/// @file
/// Binding of written operands to the operand slots of a row: names are resolved, kinds and types checked.

#include <cstdint>
#include <vector>

#include "ptx/names.h"
#include "ptx/written.h"

namespace simulator::ptx {

/// Binds the operands of one instruction.
///
/// The result is executable: each operand has a kind and a type that its slot allows. So nothing must be
/// checked again when a kernel is prepared.
class Binder {
public:
    /// @p instruction has its form and words; @p position is its index in the function's body.
    Binder(const FunctionContext& context, Instruction& instruction, std::uint32_t position)
        : context_(context), instruction_(instruction), position_(position) {}

    /// Fills Instruction::operands.
    void bind(const std::vector<WrittenOperand>& written);

    /// Returns the register of a guard; an error if it is not a predicate.
    std::uint32_t predicate_register(std::string_view name);
    /// Binds a register or a constant of @p type, as an argument that a call passes.
    Operand bind_value(const WrittenOperand& written, Word type, bool wider);
    /// Binds a register of @p type that is written, or a sink.
    Operand bind_written(const WrittenOperand& written, Word type, bool wider);

private:
    [[noreturn]] void fail(std::string what) const;
    Operand bind_operand(const WrittenOperand& written, std::size_t n);
    Operand bind_pair(const WrittenOperand& written, Word first, Word second);
    Operand bind_constant(const Number& number, Word type) const;
    Operand bind_symbol(Operand operand, const WrittenOperand& written, Word type) const;
    Operand bind_special(const Operand& operand, Word type) const;
    Operand bind_vector(const WrittenOperand& written, Word type, bool written_to, bool wider);
    Operand bind_address(const WrittenOperand& written);
    Operand bind_texture(const WrittenOperand& written, Word type);
    Operand bind_label(const WrittenOperand& written, std::size_t n, Operand::Kind kind);
    void check_register(const Operand& operand, Word type, bool wider) const;
    void check_space(const Variable& variable) const;
    [[nodiscard]] Word element_type(Word type, std::size_t elements) const;
    void check_plain(const WrittenOperand& written) const;

    const FunctionContext& context_;
    Instruction& instruction_;
    std::uint32_t position_;
};

} // namespace simulator::ptx
