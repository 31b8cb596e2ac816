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

/// @p text of a student's choice, such as a kernel's name, as a grade keeps it. Templates make names of megabytes, and a report
/// has them in many places: of a long one the beginning stays, and a number that follows from all of it.
std::string bounded(std::string text);

} // namespace grader
