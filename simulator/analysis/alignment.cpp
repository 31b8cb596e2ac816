#include "analysis/alignment.h"

#include <algorithm>
#include <bit>

#include "analysis/register_use.h"

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Instruction;
using ptx::Operand;

constexpr std::uint32_t max_alignment = 16;

std::uint32_t alignment_of(std::uint64_t value) {
    return value == 0 ? max_alignment
                      : std::min(max_alignment, std::uint32_t{1} << std::min(std::countr_zero(value), 4));
}

// Abstract interpretation: instructions compute on the known alignment of their operands.
class AlignmentAnalysis {
public:
    AlignmentAnalysis(const Kernel& kernel, const Function& function)
        : kernel_(kernel), function_(function), known_(function.registers.size(), max_alignment) {}

    // Starts with the largest alignment and lowers what a definition does not keep, up to a fixed point.
    std::vector<std::uint32_t> run() {
        for (bool changed = true; changed;) {
            changed = false;
            for (const Instruction& instruction : function_.body) {
                const std::uint32_t result = result_of(instruction);
                for_each_written(instruction, [&](std::uint32_t reg) {
                    if (result >= known_[reg]) return;
                    known_[reg] = result;
                    changed = true;
                });
            }
        }
        return known_;
    }

private:
    [[nodiscard]] std::uint32_t of(const Operand& operand) const {
        switch (operand.kind) {
            case Operand::Kind::reg: return known_[operand.index];
            case Operand::Kind::integer: return alignment_of(operand.bits);
            case Operand::Kind::variable: return of_variable(operand);
            default: return 1;
        }
    }

    [[nodiscard]] std::uint32_t of_variable(const Operand& operand) const {
        const ptx::Variable& variable = operand.in_function ? function_.variable(operand.index)
                                                            : kernel_.module->variables[operand.index];
        const auto offset = static_cast<std::uint64_t>(operand.offset);
        for (const SharedVariable& shared : kernel_.shared_variables)
            if (shared.name == variable.name) return alignment_of(shared.offset + offset);
        return std::min(std::min(variable.alignment, max_alignment), alignment_of(offset));
    }

    static std::uint32_t times(std::uint32_t a, std::uint32_t b) { return std::min(max_alignment, a * b); }

    [[nodiscard]] std::uint32_t result_of(const Instruction& instruction) const {
        const auto operand = [&](std::size_t n) { return of(instruction.operands[n]); };
        switch (instruction.form) {
            case Form::mov: return instruction.operands[1].kind == Operand::Kind::vector ? 1 : operand(1);
            case Form::cvt:
            case Form::cvta:
                return ptx::kind_of(instruction.type()) == ptx::TypeKind::floating ? 1 : operand(1);
            case Form::add_integer:
            case Form::sub_integer:
            case Form::or_bits:
            case Form::xor_bits:
            case Form::selp:
            case Form::min_integer:
            case Form::max_integer: return std::min(operand(1), operand(2));
            case Form::and_bits: return std::max(operand(1), operand(2));
            case Form::mul_lo:
            case Form::mul_wide: return times(operand(1), operand(2));
            case Form::mad_lo:
            case Form::mad_wide: return std::min(times(operand(1), operand(2)), operand(3));
            case Form::shl: {
                const Operand& by = instruction.operands[2];
                return by.kind == Operand::Kind::integer
                           ? times(operand(1), 1U << std::min<std::uint64_t>(by.bits, 4))
                           : 1;
            }
            default: return 1;
        }
    }

    const Kernel& kernel_;
    const Function& function_;
    std::vector<std::uint32_t> known_;
};

} // namespace

std::vector<std::uint32_t> register_alignments(const Kernel& kernel, const Function& function) {
    return AlignmentAnalysis(kernel, function).run();
}

} // namespace simulator
