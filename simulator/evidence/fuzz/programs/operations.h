#pragma once

/// @file
/// Operations of expressions, by the type of the result.

#include <string>
#include <vector>

#include "types.h"

namespace programs {

enum class OperationKind : std::uint8_t {
    arithmetic,
    division,
    long_division,
    bits,
    intrinsic,
    floating,
    conversion,
    choice
};

/// A row of operations.def for certain types.
struct Operation {
    OperationKind kind;
    Type result;
    std::vector<Type> operands;
    std::string text;
};

/// Returns the operations that produce the type, grouped by kind.
const std::vector<std::vector<Operation>>& operations_for(Type result);

} // namespace programs
