// Instantiates the functions that fmt's headers declare as compiled elsewhere. Some systems have them only in
// a shared library, on which a program built here must not depend; compiling them in every file that formats
// something takes longer than compiling all of the project's own code.

#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

// The templates for plain characters, of those that fmt/format.h declares extern.
template FMT_API auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;

} // namespace detail
FMT_END_NAMESPACE
