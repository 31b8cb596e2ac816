#include "analysis/address_origins.h"

#include <algorithm>
#include <optional>

#include "analysis/register_use.h"

namespace simulator {
namespace {

using Kind = AddressOrigin::Kind;
using ptx::Form;
using ptx::Function;
using ptx::Instruction;
using ptx::Operand;

// The origin of an address that may have several origins, or an unknown one.
constexpr AddressOrigin any_origin = {Kind::unknown, 1};
// The origin of a value computed from several addresses, such as a difference of two.
constexpr AddressOrigin several_origins = {Kind::unknown, 2};

// Joins the origins of two values: an address is computed from both, or is one of the two.
AddressOrigin join(AddressOrigin a, AddressOrigin b) {
    if (a == b || b == AddressOrigin{}) return a;
    return a == AddressOrigin{} ? b : several_origins;
}

// Whether the result is one of the operands, or that operand plus an offset.
bool keeps_origin(Form form) {
    switch (form) {
        case Form::add_integer:
        case Form::add_carry:
        case Form::addc:
        case Form::sub_integer:
        case Form::sub_carry:
        case Form::subc:
        case Form::mad_lo:
        case Form::mad_wide:
        case Form::mad_carry:
        case Form::madc:
        case Form::min_integer:
        case Form::max_integer:
        case Form::and_bits:
        case Form::or_bits:
        case Form::xor_bits:
        case Form::selp:
        case Form::mov:
        case Form::cvt:
        case Form::cvta:
        case Form::shfl: return true;
        default: return false;
    }
}

bool reads_memory(Form form) {
    const ptx::Effect effect = ptx::meaning_of(form).effect;
    return effect == ptx::Effect::load || effect == ptx::Effect::atomic;
}

bool is_product(Form form) {
    return form == Form::mad_lo || form == Form::mad_wide || form == Form::mad_carry || form == Form::madc;
}

class OriginAnalysis {
public:
    OriginAnalysis(const Kernel& kernel, std::size_t number)
        : kernel_(kernel), function_(*kernel.functions[number].source), is_entry_(number == 0),
          registers_(function_.registers.size()) {
        for (bool changed = true; changed;) {
            changed = false;
            for (const Instruction& instruction : function_.body) changed = transfer(instruction) || changed;
        }
    }

    [[nodiscard]] AddressOrigin of_address(const Instruction& instruction) const {
        for (const Operand& operand : instruction.operands)
            if (operand.kind == Operand::Kind::address) return of(operand.elements[0]);
        return {};
    }

private:
    [[nodiscard]] AddressOrigin of(const Operand& operand) const {
        if (operand.kind == Operand::Kind::reg) return registers_[operand.index];
        return operand.kind == Operand::Kind::variable ? of_variable(operand) : AddressOrigin{};
    }

    [[nodiscard]] AddressOrigin of_variable(const Operand& operand) const {
        const ptx::Variable& variable = operand.in_function ? function_.variable(operand.index)
                                                            : kernel_.module->variables[operand.index];
        for (std::uint32_t n = 0; n < kernel_.shared_variables.size(); ++n)
            if (variable.space == ptx::Space::shared && kernel_.shared_variables[n].name == variable.name)
                return {Kind::shared_variable, n};
        return any_origin;
    }

    // Returns the origin of an argument of the kernel. Any other value of that size may be an arbitrary
    // address.
    [[nodiscard]] AddressOrigin loaded(const Instruction& instruction) const {
        if (bytes_of(instruction.type()) != sizeof(Address)) return {};
        if (instruction.form != Form::ld_param || !is_entry_) return any_origin;
        const Operand& place = instruction.operands[1].elements[0];
        if (place.kind != Operand::Kind::variable || !place.in_function ||
            place.index >= function_.parameters.size())
            return any_origin;
        const std::int64_t offset = std::int64_t{kernel_.parameters[place.index].offset} + place.offset +
                                    instruction.operands[1].offset;
        return {Kind::argument, static_cast<std::uint32_t>(offset)};
    }

    [[nodiscard]] AddressOrigin result_of(const Instruction& instruction) const {
        if (reads_memory(instruction.form)) return loaded(instruction);
        AddressOrigin all;
        for (std::size_t n = 1; n < instruction.operands.size(); ++n) {
            // Shifts and products make indices. An index computed from the difference of two addresses leads
            // from one to the other.
            const bool index = !keeps_origin(instruction.form) || (is_product(instruction.form) && n < 3);
            for_each_value(instruction.operands[n], [&](const Operand& value) {
                const AddressOrigin origin = of(value);
                if (!index || origin == several_origins) all = join(all, origin);
            });
        }
        return all;
    }

    bool transfer(const Instruction& instruction) {
        const AddressOrigin result = result_of(instruction);
        bool changed = false;
        for_each_written(instruction, [&](std::uint32_t reg) {
            const AddressOrigin now = join(registers_[reg], result);
            changed = changed || !(now == registers_[reg]);
            registers_[reg] = now;
        });
        return changed;
    }

    const Kernel& kernel_;
    const Function& function_;
    bool is_entry_;
    std::vector<AddressOrigin> registers_;
};

} // namespace

std::vector<AddressOrigin> address_origins(const Kernel& kernel) {
    std::vector<std::vector<AddressOrigin>> of_functions;
    for (std::size_t n = 0; n < kernel.functions.size(); ++n) {
        const OriginAnalysis origins(kernel, n);
        auto& of_function = of_functions.emplace_back();
        for (const Instruction& instruction : kernel.functions[n].source->body)
            of_function.push_back(origins.of_address(instruction));
    }
    std::vector<AddressOrigin> of_ops(kernel.code.size());
    for (std::size_t op = 0; op < kernel.info.size(); ++op)
        if (const OpInfo& info = kernel.info[op]; info.written)
            of_ops[op] = of_functions[info.function][info.instruction];
    return of_ops;
}

} // namespace simulator
