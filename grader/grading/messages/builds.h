#pragma once

/// @file
/// Kinds of messages about a source and its compilation.

#include "grading/messages/message.h"

namespace grader::messages {

inline constexpr MessageKind not_submitted{
    "not_submitted"};                                ///< `instead`: the files found in its place, if any
inline constexpr MessageKind no_source{"no_source"}; ///< `file`
inline constexpr MessageKind not_a_source{"not_a_source"};           ///< not a regular file of at most 1 MiB
inline constexpr MessageKind unreadable_source{"unreadable_source"}; ///< `error`

inline constexpr MessageKind compiles{"compiles"};                             ///< without compiler output
inline constexpr MessageKind compiles_with_warnings{"compiles_with_warnings"}; ///< the warnings are details
inline constexpr MessageKind does_not_compile{
    "does_not_compile"};                                         ///< the compiler's output follows as details
inline constexpr MessageKind did_not_compile{"did_not_compile"}; ///< the compiler's log is not shown
inline constexpr MessageKind no_build{"no_build"}; ///< the compiler's log is not shown; for tables
inline constexpr MessageKind compiler_timed_out{"compiler_timed_out"};         ///< it was stopped
inline constexpr MessageKind compiler_out_of_memory{"compiler_out_of_memory"}; ///< `gib`
/// A line of compiler output. `text`.
inline constexpr MessageKind failed_static_assertion{"failed_static_assertion"};
inline constexpr MessageKind needs_newer_gpu{
    "needs_newer_gpu"}; ///< advice: the build uses features that only later GPUs have

inline constexpr MessageKind forbidden_library{"forbidden_library"}; ///< `library`, `how`
inline constexpr MessageKind unknown_includes{
    "unknown_includes"}; ///< the list of included files is too long to read
inline constexpr MessageKind unreadable_build{"unreadable_build"}; ///< `error`
inline constexpr MessageKind unusual_import{"unusual_import"};     ///< `import`
inline constexpr MessageKind allowed_imports{"allowed_imports"};   ///< advice for unusual_import

inline constexpr MessageKind skeleton_unchanged{"skeleton_unchanged"}; ///< no TODO region was changed

} // namespace grader::messages
