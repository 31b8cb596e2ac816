#pragma once

/// @file
/// PTX text to Module.

#include <stdexcept>
#include <string>
#include <string_view>

#include "ptx/module.h"

namespace simulator::ptx {

/// Invalid or unsupported PTX: hostile, newer than this parser, or with features that the simulator lacks.
class PtxError : public std::runtime_error {
public:
    /// @p what happened at @p line of the PTX, while parsing @p function (empty outside of functions). what()
    /// returns only @p what: the caller that prints it adds the context.
    PtxError(std::uint32_t line, std::string function, SourceLine source, std::string what);

    std::uint32_t line;    ///< 1-based line of the PTX
    std::string function;  ///< mangled
    SourceLine source;     ///< line 0 if unknown
    std::string file = {}; ///< source file; empty if unknown
};

/// Parses a whole text. An unsupported construct in a function removes the body of this function, see
/// Function::not_understood; elsewhere it throws PtxError. No text causes any other exception.
Module parse(std::string_view text);
/// Throws PtxError if the function's text contains an unsupported construct.
void require_understood(const Function& function);

/// Returns one instruction in canonical spelling: `fma.rn.f32 %f1, %f2, %f3, %f4;`. Parsing it again gives
/// the same instruction.
std::string disassemble(const Module& module, const Function& function, const Instruction& instruction);

} // namespace simulator::ptx
