#pragma once

/// @file
/// What a kernel is called in a table.

#include <string>

namespace grader {

/// The signature that @p symbol stands for; a name of C stands for itself.
std::string demangled(const std::string& symbol);

/// The name in a demangled signature, without what it returns and its parameters: "ns::scale<4>" of
/// "void ns::scale<4>(float*, int)".
std::string kernel_name(std::string signature);

} // namespace grader
