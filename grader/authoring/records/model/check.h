#pragma once

/// @file
/// Whether a record is what the model gives.

#include <string>
#include <vector>

#include "authoring/records/model/record.h"

namespace grader::accuracy {

/// Where @p known, which stands in a file, has other times or limits than @p now, a line each; empty: nowhere. Of labs that
/// were modelled now, it has to have every build and no other one; of programs, the kernels that were modelled now.
std::vector<std::string> differences(const Record& known, const Record& now);

} // namespace grader::accuracy
