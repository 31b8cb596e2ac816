// What fmt's headers declare as compiled elsewhere. Some systems have that only as a shared library, which a program built
// here must not need; compiled in every file that formats something, it takes longer than all of the project's own code.

#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

// Of the templates that fmt/format.h declares extern, those for plain characters.
template FMT_API auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;

} // namespace detail
FMT_END_NAMESPACE
