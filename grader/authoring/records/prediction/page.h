#pragma once

/// @file
/// The page docs/results/predicted.md.

#include <filesystem>
#include <map>
#include <string>

#include "authoring/records/prediction/leave_one_out.h"

namespace grader::prediction {

/// Comparisons by lab and GPU.
using Comparisons = std::map<std::string, std::map<std::string, ComparedPrediction>>;

/// Returns the file of the page.
std::filesystem::path page_file(const std::filesystem::path& course_root);

/// Renders the page. @p modelled has each modelled GPU, predicted from the others; @p measured has the measured ones.
std::string page(const Comparisons& modelled, const Comparisons& measured);

} // namespace grader::prediction
