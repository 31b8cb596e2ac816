#include "ptx/module.h"

#include <algorithm>

namespace simulator::ptx {

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

std::string_view Module::file_name(SourceLine line) const {
    return line.line != 0 && line.file < files.size() ? std::string_view(files[line.file])
                                                      : std::string_view();
}

} // namespace simulator::ptx
