#pragma once

/// @file
/// What a kernel is called in a table.

#include <string>

namespace grader {

/// The name in a demangled signature, without what it returns and its parameters: "ns::scale<4>" of
/// "void ns::scale<4>(float*, int)".
std::string kernel_name(std::string signature);

} // namespace grader
