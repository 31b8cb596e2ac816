#pragma once

/// @file
/// PTX texts for tests of the parser.

#include <string>
#include <string_view>

#include "ptx/parser.h"

namespace ptx_text {

/// `.version`, `.target` and `.address_size`: three lines.
inline const std::string top = ".version 9.0\n.target sm_80\n.address_size 64\n";

/// Number of lines before the body below, which declare its names.
inline constexpr std::uint32_t lines_before_body = 13;

/// A module with one kernel `k` around @p body, which finds registers of every type (`%r1`, `%rd1`, `%h1`,
/// `%f1`, `%fd1`, `%p1`), the variables `shared_`, `local_`, `global_`, `constant_` and the parameter `p`.
inline std::string kernel(std::string_view body) {
    return top +
           ".global .align 16 .b8 global_[64];\n"
           ".const .align 16 .b8 constant_[64];\n"
           ".extern .func (.param .b32 result) external (.param .b64 a, .param .b32 b);\n"
           ".entry k(.param .u64 p)\n"
           "{\n"
           ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 "
           "%fd<9>;\n"
           ".reg .u32 %u<9>; .reg .s32 %s<9>; .reg .b8 %b<9>;\n"
           ".shared .align 16 .b8 shared_[64];\n"
           ".local .align 16 .b8 local_[64];\n"
           ".param .b32 param_;\n" +
           std::string(body) + "\n}\n";
}

/// Parses @p text. Also throws PtxError for unsupported constructs in functions.
inline simulator::ptx::Module parse_all(std::string_view text) {
    simulator::ptx::Module module = simulator::ptx::parse(text);
    for (const simulator::ptx::Function& function : module.functions)
        simulator::ptx::require_understood(function);
    return module;
}

/// Parses the module around @p body.
inline simulator::ptx::Module parse_body(std::string_view body) { return parse_all(kernel(body)); }

/// Returns the instructions of @p body, disassembled, one per line.
inline std::string read_back(std::string_view body) {
    const simulator::ptx::Module module = parse_body(body);
    const simulator::ptx::Function& function = module.functions.back();
    std::string text;
    for (const auto& instruction : function.body) text += disassemble(module, function, instruction) + "\n";
    return text;
}

/// Returns the error of parsing @p text, as `line 3: text`; empty if it is accepted.
inline std::string error_of(std::string_view text) {
    try {
        parse_all(text);
    } catch (const simulator::ptx::PtxError& error) {
        return "line " + std::to_string(error.line) + ": " + error.what();
    }
    return "";
}

/// Returns the error of a body; its first line is line 1.
inline std::string body_error(std::string_view body) {
    try {
        parse_body(body);
    } catch (const simulator::ptx::PtxError& error) {
        return "line " + std::to_string(error.line - lines_before_body) + ": " + error.what();
    }
    return "";
}

} // namespace ptx_text
