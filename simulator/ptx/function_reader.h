#pragma once

/// @file
/// The body of a function: statements are converted to instructions.

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "ptx/calls.h"
#include "ptx/declarations.h"
#include "ptx/names.h"
#include "ptx/scopes.h"
#include "ptx/source_lines.h"

namespace simulator::ptx {

/// Reads one body.
class FunctionReader {
public:
    /// @p function has its name and, as variables, its parameters and results.
    FunctionReader(Reader& reader, const Module& module, const ModuleNames& names, SourceLines& lines,
                   Function& function);

    /// Reads from `{` to its `}`. The formals are those of the function, in the same order.
    void read(const std::vector<Formal>& results, const std::vector<Formal>& parameters);

private:
    void declare_formals(const std::vector<Formal>& results, const std::vector<Formal>& parameters);
    void load_register_parameters(const std::vector<Formal>& parameters);
    void store_register_results(const Instruction& model);
    void read_statement();
    void read_directive();
    void read_registers();
    void read_variables(Space space);
    void read_location();
    void read_label();
    void read_branch_targets(std::string_view name);
    void read_prototype(std::string_view name);
    void read_call_targets(std::string_view name);
    void read_instruction();
    void read_guard(Instruction& instruction);
    void append(Instruction instruction);
    [[nodiscard]] const Signature* prototype_named(std::string_view name);
    [[nodiscard]] Operand formal_operand(std::size_t index) const;

    Reader& reader_;
    SourceLines& lines_;
    Function& function_;
    Scopes scopes_;
    FunctionContext context_;
    std::vector<Signature> prototypes_ = {};
    /// Results that the function keeps in registers: index of the register, and of the result.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> register_results_ = {};
};

} // namespace simulator::ptx
