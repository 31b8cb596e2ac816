#pragma once

/// @file
/// Name lookup in a function: its own names and the module's.

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "ptx/declarations.h"
#include "ptx/module.h"
#include "ptx/scopes.h"

namespace simulator::ptx {

/// The names of a module: indices in Module::variables and Module::functions.
struct ModuleNames {
    std::unordered_map<std::string_view, std::uint32_t> variables = {}; ///< variables outside of functions
    std::unordered_map<std::string_view, std::uint32_t> functions = {}; ///< kernels and functions
};

/// Everything that an instruction can refer to while a function is read.
struct FunctionContext {
    Reader& reader;           ///< supplies the position of errors
    const Module& module;     ///< contents read so far
    const ModuleNames& names; ///< names in the module
    Function& function;       ///< function that is being read
    Scopes& scopes;           ///< names in the function

    /// Returns the operand with name @p name: a register, a variable or a function; an error if there is
    /// none.
    [[nodiscard]] Operand resolve(std::string_view name, std::uint32_t line) const;
    /// Returns the variable of an operand of Kind::variable.
    [[nodiscard]] const Variable& variable(const Operand& operand) const;
};

} // namespace simulator::ptx
