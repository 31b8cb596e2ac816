#include "ptx/names.h"

#include <fmt/core.h>

#include "ptx/special_register.h"

namespace simulator::ptx {
namespace {

Operand operand_of(Operand::Kind kind, std::uint32_t index) {
    Operand operand;
    operand.kind = kind;
    operand.index = index;
    return operand;
}

} // namespace

Operand FunctionContext::resolve(std::string_view name, std::uint32_t line) const {
    if (const auto symbol = scopes.find(name)) {
        if (symbol->kind == Symbol::Kind::reg) return operand_of(Operand::Kind::reg, symbol->index);
        if (symbol->kind != Symbol::Kind::variable)
            reader.fail_at(line, fmt::format("{} is not a value", in_quotes(name)));
        Operand operand = operand_of(Operand::Kind::variable, symbol->index);
        operand.in_function = true;
        return operand;
    }
    if (const auto special = special_register_of(name)) {
        Operand operand = operand_of(Operand::Kind::special, 0);
        operand.special = *special;
        return operand;
    }
    if (const auto found = names.variables.find(name); found != names.variables.end())
        return operand_of(Operand::Kind::variable, found->second);
    if (const auto found = names.functions.find(name); found != names.functions.end())
        return operand_of(Operand::Kind::function, found->second);
    reader.fail_at(line, fmt::format("{} is not declared", in_quotes(name)));
}

const Variable& FunctionContext::variable(const Operand& operand) const {
    return operand.in_function ? function.variable(operand.index) : module.variables[operand.index];
}

} // namespace simulator::ptx
