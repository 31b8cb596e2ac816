#pragma once

/// @file
/// docs/glossary.md: the words of the course, each with the lab that teaches it.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// A word or a few, such as `shared memory`.
struct Term {
    std::string name;     ///< as the glossary spells it
    std::string lab;      ///< id of the lab that teaches it
    std::size_t line = 0; ///< in the glossary, from 1
};

/// Where the glossary of the course in @p root is.
std::filesystem::path glossary_file(const std::filesystem::path& root);

/// The terms of @p glossary: lines `- **term**: what it is` below a heading `## 04_shared_tiling`.
std::vector<Term> terms_in(const std::string& glossary);

/// The lines of @p prose that have @p term, from 1, in whatever case, also as a plural and across the end of a line.
std::vector<std::size_t> lines_with(const Term& term, const std::string& prose);

} // namespace grader
