#pragma once

/// @file
/// PTX text to Module.

#include <stdexcept>
#include <string>
#include <string_view>

#include "ptx/module.h"

namespace simulator::ptx {

/// PTX that is not understood: hostile, newer than this parser, or using what the simulator does not have.
class PtxError : public std::runtime_error {
public:
    /// @p what happened at @p line of the PTX, while parsing @p function (empty outside of any). what() is
    /// @p what alone: the message around it is for whoever shows it.
    PtxError(std::uint32_t line, std::string function, SourceLine source, std::string what);

    std::uint32_t line;    ///< 1-based line of the PTX
    std::string function;  ///< mangled
    SourceLine source;     ///< line 0 when unknown
    std::string file = {}; ///< of the source; empty when unknown
};

/// Parses a whole text. What is not understood in a function makes that function one without a body, see
/// Function::not_understood; elsewhere it throws PtxError. Never anything else, whatever the text.
Module parse(std::string_view text);
/// Throws PtxError where something in the function's text is not understood.
void require_understood(const Function& function);

/// One instruction in canonical spelling: `fma.rn.f32 %f1, %f2, %f3, %f4;`. Parsing it again gives the same.
std::string disassemble(const Module& module, const Function& function, const Instruction& instruction);

} // namespace simulator::ptx
