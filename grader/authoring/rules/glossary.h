#pragma once

/// @file
/// docs/glossary.md: the terms of the course, each with the lab that teaches it.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// A term of one or more words, such as `shared memory`.
struct Term {
    std::string name;     ///< in the glossary's spelling
    std::string lab;      ///< id of the lab that teaches it
    std::size_t line = 0; ///< line in the glossary, from 1
};

/// Returns the path of the glossary of the course in @p root.
std::filesystem::path glossary_file(const std::filesystem::path& root);

/// Parses the terms of @p glossary: lines `- **term**: what it is` below a heading `## 04_shared_tiling`.
std::vector<Term> terms_in(const std::string& glossary);

/// Returns the lines of @p prose that contain @p term, from 1; ignores case, and finds plurals and terms that
/// a line break splits.
std::vector<std::size_t> lines_with(const Term& term, const std::string& prose);

} // namespace grader
