#include "ptx/calls.h"

#include <algorithm>
#include <iterator>

#include <fmt/core.h>

namespace simulator::ptx {
namespace {

using Kind = Operand::Kind;

/// Maximum number of arguments: a parameter list has at most 4 KiB.
constexpr std::size_t max_arguments = 4096;

const Variable* formal_at(const std::vector<Variable>& formals, std::size_t n) {
    return n < formals.size() ? &formals[n] : nullptr;
}

} // namespace

Instruction param_access(const Instruction& model, Form form, const Variable& variable, Operand place,
                         Operand value) {
    Instruction access;
    access.form = form;
    access.words = {Word::param, variable.type};
    access.guard = model.guard;
    access.source = model.source;
    access.ptx_line = model.ptx_line;
    Operand address;
    address.kind = Kind::address;
    address.elements.push_back(std::move(place));
    access.operands = {std::move(address), std::move(value)};
    if (form == Form::ld_param) std::swap(access.operands[0], access.operands[1]);
    return access;
}

void CallBuilder::fail(std::string what) const { context_.reader.fail_at(call_.ptx_line, "call: " + what); }

Operand CallBuilder::callee(std::string_view name) {
    Operand callee = context_.resolve(name, call_.ptx_line);
    if (callee.kind == Kind::function) {
        if (context_.module.functions[callee.index].entry)
            fail(fmt::format("{} is a kernel", in_quotes(name)));
        return callee;
    }
    const bool address =
        callee.kind == Kind::reg && bytes_of(context_.function.registers[callee.index].type) == 8;
    if (!address)
        fail(fmt::format("{} is neither a function nor a register with its address", in_quotes(name)));
    return callee;
}

Signature CallBuilder::signature_of(const Operand& callee) const {
    const Function& function = context_.module.functions[callee.index];
    return {function.results, function.parameters};
}

void CallBuilder::build(const WrittenCall& written, const Signature* prototype) {
    Operand call;
    call.kind = Kind::call;
    call.elements.resize(3);
    call.elements[0] = callee(written.callee);
    call.elements[1].kind = call.elements[2].kind = Kind::vector;

    Signature known;
    if (call.elements[0].kind == Kind::function) {
        known = signature_of(call.elements[0]);
        prototype = &known;
    }
    static const Signature unknown;
    const Signature& signature = prototype != nullptr ? *prototype : unknown;
    if (prototype != nullptr && (written.results.size() != signature.results.size() ||
                                 written.arguments.size() != signature.parameters.size()))
        fail(fmt::format("{} takes {} arguments and gives {} results", in_quotes(written.callee),
                         signature.parameters.size(), signature.results.size()));
    if (std::max(written.results.size(), written.arguments.size()) > max_arguments)
        fail("too many arguments");

    for (std::size_t n = 0; n < written.arguments.size(); ++n)
        call.elements[2].elements.push_back(
            hand_over(written.arguments[n], formal_at(signature.parameters, n)));
    for (std::size_t n = 0; n < written.results.size(); ++n)
        call.elements[1].elements.push_back(take_back(written.results[n], formal_at(signature.results, n)));

    call_.operands.push_back(std::move(call));
    std::vector<Instruction>& body = context_.function.body;
    std::move(before_.begin(), before_.end(), std::back_inserter(body));
    body.push_back(std::move(call_));
    std::move(after_.begin(), after_.end(), std::back_inserter(body));
}

bool CallBuilder::names_register(const WrittenOperand& written) const {
    if (written.kind == WrittenOperand::Kind::number || written.name == "_") return true;
    return context_.resolve(written.name, call_.ptx_line).kind == Kind::reg;
}

Operand CallBuilder::own_variable(const WrittenOperand& written, const Variable* formal) const {
    Operand operand = context_.resolve(written.name, call_.ptx_line);
    const bool param = operand.kind == Kind::variable && operand.in_function &&
                       context_.variable(operand).space == Space::param && written.offset == 0;
    const bool of_kernel = context_.function.entry && operand.index < context_.function.parameters.size();
    if (!param || of_kernel || written.negated)
        fail(fmt::format("{} cannot be handed over; a register or a .param variable can",
                         in_quotes(written.name)));
    const std::uint64_t bytes = context_.variable(operand).bytes;
    if (formal != nullptr && bytes != formal->bytes)
        fail(
            fmt::format("{} has {} bytes where {} are taken", in_quotes(written.name), bytes, formal->bytes));
    return operand;
}

Operand CallBuilder::make_variable(const Variable& formal) {
    if (formal.bytes != bytes_of(formal.type)) fail("an array cannot be handed over in a register");
    Function& function = context_.function;
    Variable variable;
    variable.name = fmt::format("$call_{}", function.variables.size());
    variable.space = Space::param;
    variable.type = formal.type;
    variable.bytes = formal.bytes;
    variable.alignment = formal.alignment;
    Operand operand;
    operand.kind = Kind::variable;
    operand.in_function = true;
    operand.index = static_cast<std::uint32_t>(function.results.size() + function.parameters.size() +
                                               function.variables.size());
    function.variables.push_back(std::move(variable));
    return operand;
}

Operand CallBuilder::hand_over(const WrittenOperand& written, const Variable* formal) {
    if (!names_register(written)) return own_variable(written, formal);
    if (formal == nullptr) fail("a register is handed over, but no prototype says its type");
    Operand value = Binder(context_, call_, 0).bind_value(written, formal->type, true);
    Operand place = make_variable(*formal);
    before_.push_back(param_access(call_, Form::st_param, *formal, place, std::move(value)));
    return place;
}

Operand CallBuilder::take_back(const WrittenOperand& written, const Variable* formal) {
    if (!names_register(written)) return own_variable(written, formal);
    if (formal == nullptr) fail("a result goes into a register, but no prototype says its type");
    Operand reg = Binder(context_, call_, 0).bind_written(written, formal->type, true);
    Operand place = make_variable(*formal);
    if (reg.kind != Kind::sink)
        after_.push_back(param_access(call_, Form::ld_param, *formal, place, std::move(reg)));
    return place;
}

} // namespace simulator::ptx
