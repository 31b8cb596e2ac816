#include "ptx/module.h"

#include <algorithm>
#include <unordered_map>

namespace simulator::ptx {
namespace {

/// Calls @p use for the function of an operand, and for the functions in its elements.
template <class Use> void for_each_function(const Operand& operand, Use use) {
    if (operand.kind == Operand::Kind::function) use(operand.index);
    for (const Operand& element : operand.elements) for_each_function(element, use);
}

} // namespace

bool Instruction::has(Word word) const { return std::find(words.begin(), words.end(), word) != words.end(); }

Word Instruction::type(std::size_t n) const {
    for (const Word word : words)
        if (is_type(word) && n-- == 0) return word;
    return Word::b32;
}

const Variable& Function::variable(std::uint32_t index) const {
    if (index < results.size()) return results[index];
    const std::size_t after_results = index - results.size();
    if (after_results < parameters.size()) return parameters[after_results];
    return variables[after_results - parameters.size()];
}

std::vector<bool> Module::functions_with_address() const {
    std::vector<bool> taken(functions.size(), false);
    for (const Function& function : functions)
        for (const Instruction& instruction : function.body) {
            if (instruction.form == Form::call) continue; // a direct call, which takes no address
            for (const Operand& operand : instruction.operands)
                for_each_function(operand, [&](std::uint32_t index) { taken[index] = true; });
        }
    std::unordered_map<std::string_view, std::size_t> by_name;
    for (std::size_t n = 0; n < functions.size(); ++n) by_name.emplace(functions[n].name, n);
    for (const Variable& variable : variables)
        for (const Relocation& relocation : variable.relocations)
            if (const auto found = by_name.find(relocation.symbol); found != by_name.end())
                taken[found->second] = true;
    return taken;
}

std::string_view Module::file_name(SourceLine line) const {
    return line.line != 0 && line.file < files.size() ? std::string_view(files[line.file])
                                                      : std::string_view();
}

} // namespace simulator::ptx
