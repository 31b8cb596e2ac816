#pragma once

/// @file
/// Kernel names for tables.

#include <string>

namespace grader {

/// Demangles @p symbol; a C name is returned unchanged.
std::string demangled(const std::string& symbol);

/// Returns the name in a demangled signature, without return type and parameters: "ns::scale<4>" for "void
/// ns::scale<4>(float*, int)".
std::string kernel_name(std::string signature);

/// Returns the name of the kernel @p symbol without its last template arguments: "ns::scale" for ns::scale<4>.
std::string template_name(const std::string& symbol);

/// Bounds the length of @p text, which a student chose, such as a kernel's name, before it goes into a grade.
/// Templates can produce names of megabytes, and a report repeats them in many places. A long text is cut to
/// its beginning, followed by its length and a hash of the whole.
std::string bounded(std::string text);

} // namespace grader
