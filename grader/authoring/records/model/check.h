#pragma once

/// @file
/// Compares a record of modelled times with the current model.

#include <string>
#include <vector>

#include "authoring/records/model/record.h"

namespace grader::accuracy {

/// Returns the differences in times or limits between @p known, a recorded file, and @p now, one line each;
/// empty: none. For labs that were modelled now, @p known must have exactly the same builds; for programs,
/// the kernels that were modelled now.
std::vector<std::string> differences(const Record& known, const Record& now);

} // namespace grader::accuracy
