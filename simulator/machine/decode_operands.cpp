#include <algorithm>
#include <cstring>

#include "analysis/frame.h"
#include "machine/decoder.h"
#include "ptx/parser.h"
#include "ptx/special_register.h"

// Operands: from names to slots and addresses.

namespace simulator {

using ptx::Form;
using ptx::Instruction;
using ptx::Operand;

namespace {

// Whether a variable is dynamic shared memory, whose size each launch sets.
bool is_dynamic_shared(const ptx::Variable& variable) {
    return variable.space == ptx::Space::shared && variable.bytes == 0;
}

std::uint32_t round_up(std::uint32_t offset, std::uint32_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

// Splits a row's operands into tokens: "d", "[a]", "p|p", ...
std::vector<std::string_view> operand_spellings(Form form) {
    std::vector<std::string_view> spellings;
    std::string_view text = ptx::row_of(form).operands;
    while (!text.empty()) {
        const std::size_t comma = text.find(", ");
        spellings.push_back(text.substr(0, comma));
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 2);
    }
    return spellings;
}

// Converts a constant to the precision of the instruction, which may differ from its notation.
std::uint64_t float_bits(const Operand& operand, const Instruction& instruction) {
    const bool single = operand.kind == Operand::Kind::float32;
    const ptx::Word type = instruction.type(instruction.form == Form::cvt ? 1 : 0);
    const auto as_float = [&] {
        float number = 0;
        std::memcpy(&number, &operand.bits, sizeof number);
        return number;
    };
    const auto as_double = [&] {
        double number = 0;
        std::memcpy(&number, &operand.bits, sizeof number);
        return number;
    };
    std::uint64_t bits = operand.bits;
    if (single && type == ptx::Word::f64) {
        const double number = as_float();
        std::memcpy(&bits, &number, sizeof number);
    } else if (!single && type == ptx::Word::f32) {
        const auto number = static_cast<float>(as_double());
        bits = 0;
        std::memcpy(&bits, &number, sizeof number);
    }
    return bits;
}

} // namespace

void Decoder::place_operands(Op& op, const Instruction& instruction) {
    const std::vector<std::string_view> spellings = operand_spellings(instruction.form);
    std::size_t slot = 0;
    const auto put = [&](Slot where, bool negated = false) {
        if (slot == std::size(op.slots)) fail(instruction, "too many operands");
        if (negated) op.negated = static_cast<std::uint16_t>(op.negated | 1U << slot);
        op.slots[slot++] = where;
    };
    for (std::size_t n = 0; n < instruction.operands.size(); ++n) {
        const Operand& operand = instruction.operands[n];
        const bool pair = spellings[n].find('|') != std::string_view::npos;
        switch (operand.kind) {
            case Operand::Kind::label:
            case Operand::Kind::table: break;
            case Operand::Kind::call:
                if (operand.elements[0].kind == Operand::Kind::reg)
                    put(value(operand.elements[0], instruction, n));
                break;
            case Operand::Kind::address:
                // Only the first address sets the op's offset and width.
                put(address(slot == 0 || instruction.form != Form::cp_async ? op : second_, operand));
                for (std::size_t k = 1; k < operand.elements.size(); ++k)
                    put(value(operand.elements[k], instruction, n));
                break;
            case Operand::Kind::vector:
                op.elements = static_cast<std::uint8_t>(operand.elements.size());
                for (const Operand& element : operand.elements) put(value(element, instruction, n));
                break;
            case Operand::Kind::pair:
                for (const Operand& element : operand.elements) put(value(element, instruction, n));
                break;
            default:
                put(value(operand, instruction, n), operand.negated);
                if (pair) put(plan().scratch());
                break;
        }
    }
}

Slot Decoder::value(const Operand& operand, const Instruction& instruction, std::size_t n) {
    const std::uint32_t width = constant_width(instruction, n);
    switch (operand.kind) {
        case Operand::Kind::reg: return plan().slot_of(operand.index);
        case Operand::Kind::special: return plan().slot_of(operand.special);
        case Operand::Kind::integer: return constants_.slot_of(operand.bits, width);
        case Operand::Kind::float32:
        case Operand::Kind::float64: return constants_.slot_of(float_bits(operand, instruction), width);
        case Operand::Kind::variable: return place_of(operand, width);
        case Operand::Kind::function: return constants_.slot_of(address_of_function(operand.index), width);
        default: return plan().scratch();
    }
}

Slot Decoder::address(Op& op, const Operand& operand) {
    const Operand& base = operand.elements[0];
    op.offset = operand.offset;
    if (base.kind == Operand::Kind::reg) {
        op.narrow_address = ptx::bytes_of(function_->registers[base.index].type) < 8;
        return plan().slot_of(base.index);
    }
    if (base.kind == Operand::Kind::variable) {
        op.offset += base.offset;
        Operand start = base;
        start.offset = 0;
        return place_of(start, 8);
    }
    return constants_.slot_of(base.bits, 8);
}

const ptx::Variable& Decoder::variable_of(const Operand& operand) const {
    return operand.in_function ? function_->variable(operand.index) : module_.variables[operand.index];
}

Slot Decoder::place_of(const Operand& variable, std::uint32_t width) {
    const std::uint64_t address = address_of(variable);
    return is_dynamic_shared(variable_of(variable)) ? constants_.slot_in_dynamic_shared(address, width)
                                                    : constants_.slot_of(address, width);
}

// Returns the address of a variable; for dynamic shared memory, the offset from its beginning.
std::uint64_t Decoder::address_of(const Operand& operand) {
    const ptx::Variable& variable = variable_of(operand);
    const auto offset = static_cast<std::uint64_t>(operand.offset);
    if (variable.space == ptx::Space::shared) return shared_address(variable) + offset;
    if (in_frame(operand)) return plan().local(operand.index).offset + offset;
    if (variable.space == ptx::Space::param) return kernel_->parameters[operand.index].offset + offset;
    return addresses_[operand.index] + offset;
}

bool uses_reserved_shared(const ptx::Module& module) {
    const auto asks = [](const auto& self, const Operand& operand) -> bool {
        if (operand.kind == Operand::Kind::special) return ptx::is_of_reserved_shared(operand.special);
        return std::ranges::any_of(operand.elements,
                                   [&](const Operand& element) { return self(self, element); });
    };
    return std::ranges::any_of(module.functions, [&](const ptx::Function& function) {
        return std::ranges::any_of(function.body, [&](const Instruction& instruction) {
            return std::ranges::any_of(instruction.operands,
                                       [&](const Operand& operand) { return asks(asks, operand); });
        });
    });
}

// Shared variables are laid out one after the other in the order in which the kernel references them. Dynamic
// ones all begin after the others.
std::uint64_t Decoder::shared_address(const ptx::Variable& variable) {
    if (const auto known = shared_.find(&variable); known != shared_.end()) return known->second;
    if (is_dynamic_shared(variable)) return shared_.emplace(&variable, 0).first->second;
    const std::uint32_t reserved = kernel_->reserved_shared;
    if (variable.bytes > max_variable_bytes || variable.alignment > max_variable_bytes ||
        kernel_->static_shared > max_variable_bytes)
        throw ptx::PtxError(0, function_->name, {}, "its shared variables exceed the shared memory of a GPU");
    const std::uint32_t begin = round_up(reserved + kernel_->static_shared, std::max(1U, variable.alignment));
    kernel_->static_shared = begin + static_cast<std::uint32_t>(variable.bytes) - reserved;
    kernel_->shared_variables.push_back({begin, static_cast<std::uint32_t>(variable.bytes), variable.name});
    return shared_.emplace(&variable, begin).first->second;
}

// The beginning of dynamic shared memory is known only when all static variables have been placed. In a
// kernel that uses it, ptxas counts the gap before it as static.
void Decoder::place_shared_end() {
    std::uint32_t alignment = 16;
    bool is_used = false;
    for (const auto& [variable, address] : shared_) {
        if (!is_dynamic_shared(*variable)) continue;
        alignment = std::max(alignment, variable->alignment);
        is_used = true;
    }
    kernel_->dynamic_shared_begin = round_up(kernel_->reserved_shared + kernel_->static_shared, alignment);
    if (is_used) kernel_->static_shared = kernel_->dynamic_shared_begin - kernel_->reserved_shared;
    constants_.place_dynamic_shared(kernel_->dynamic_shared_begin);
}

bool Decoder::in_frame(const Operand& variable) const {
    return variable.in_function && is_in_frame(*function_, variable.index);
}

} // namespace simulator
