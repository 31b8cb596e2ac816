#pragma once

/// @file
/// What expressions can be made of, by the type of the result.

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

/// Those that give a value of the type, in groups of a kind.
const std::vector<std::vector<Operation>>& operations_for(Type result);

} // namespace programs
