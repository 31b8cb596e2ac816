#pragma once

/// @file
/// The page docs/results/model.md.

#include <filesystem>
#include <string>

#include "authoring/records/model/figures.h"
#include "authoring/records/model/record.h"

namespace grader::accuracy {

/// "half within 9 %, nine of ten within 35 %"
std::string in_words(const ErrorQuantiles& spread);

/// docs/results/model.md
std::filesystem::path page_file(const std::filesystem::path& course_root);

/// Renders docs/results/model.md for @p record of the GPU with the slug @p slug.
std::string page(const Record& record, const std::string& slug);

} // namespace grader::accuracy
