#pragma once

/// @file
/// Calls: values are always passed in `.param` variables, also if the PTX uses registers.

#include <cstdint>
#include <string>
#include <vector>

#include "ptx/binding.h"
#include "ptx/declarations.h"

namespace simulator::ptx {

/// The types of a callee's results and parameters.
struct Signature {
    std::vector<Variable> results = {};    ///< results in order
    std::vector<Variable> parameters = {}; ///< parameters in order
};

/// Builds the instructions of one call.
///
/// `call (%r1), f, (%r2, 5);` becomes two stores to new `.param` variables, the call, and a load of the
/// result.
class CallBuilder {
public:
    /// @p call has its words, guard and location, but no operands yet.
    CallBuilder(const FunctionContext& context, Instruction call)
        : context_(context), call_(std::move(call)) {}

    /// Appends the call, with its loads and stores, to the function's body. @p prototype is the one that the
    /// PTX names, null if none; only an indirect call uses it.
    void build(const WrittenCall& written, const Signature* prototype);

private:
    Operand callee(std::string_view name);
    [[nodiscard]] Signature signature_of(const Operand& callee) const;
    Operand hand_over(const WrittenOperand& written, const Variable* formal);
    Operand take_back(const WrittenOperand& written, const Variable* formal);
    Operand own_variable(const WrittenOperand& written, const Variable* formal) const;
    [[nodiscard]] bool names_register(const WrittenOperand& written) const;
    Operand make_variable(const Variable& formal);
    [[noreturn]] void fail(std::string what) const;

    const FunctionContext& context_;
    Instruction call_;
    std::vector<Instruction> before_ = {};
    std::vector<Instruction> after_ = {};
};

/// Returns a `ld.param` of a whole variable into a register, or a `st.param` of a value into it. Its
/// guard and location are those of @p model.
Instruction param_access(const Instruction& model, Form form, const Variable& variable, Operand place,
                         Operand value);

} // namespace simulator::ptx
