#pragma once

/// @file
/// What the names in a function mean: its own and the module's.

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "ptx/declarations.h"
#include "ptx/module.h"
#include "ptx/scopes.h"

namespace simulator::ptx {

/// The names of a module: indices in Module::variables and Module::functions.
struct ModuleNames {
    std::unordered_map<std::string_view, std::uint32_t> variables = {}; ///< of variables outside of functions
    std::unordered_map<std::string_view, std::uint32_t> functions = {}; ///< of kernels and functions
};

/// Everything that an instruction can refer to while a function is read.
struct FunctionContext {
    Reader& reader;           ///< knows where an error is
    const Module& module;     ///< as far as it has been read
    const ModuleNames& names; ///< of that module
    Function& function;       ///< the one that is being read
    Scopes& scopes;           ///< its names

    /// The operand that @p name is: a register, a variable or a function; an error when there is none.
    [[nodiscard]] Operand resolve(std::string_view name, std::uint32_t line) const;
    /// The variable that an operand of Kind::variable means.
    [[nodiscard]] const Variable& variable(const Operand& operand) const;
};

} // namespace simulator::ptx
