#pragma once

/// @file
/// What /proc says of a process and its descendants. Processes come and go while somebody reads, so whatever
/// is not there counts as nothing.

#include <cstddef>
#include <cstdint>
#include <map>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace grader {

/// The children of all threads of @p parent.
std::vector<pid_t> children_of(pid_t parent);

/// @p root and all its descendants, parents before their children.
std::vector<pid_t> tree_of(pid_t root);

/// Host memory of @p process alone that no file gives back: anonymous, shared and swapped, in KiB. What it
/// shares with another process counts whole.
std::int64_t memory_kb(pid_t process);

/// The same of all @p processes together; what they share counts once.
std::int64_t memory_kb(const std::vector<pid_t>& processes);

/// Files of memory that no name leads to, by who they are (device and inode), with their KiB.
using MemoryFiles = std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t>;

/// Those that any of @p processes has open. Such a file takes memory whether or not anybody has mapped it.
MemoryFiles memory_files(const std::vector<pid_t>& processes);

/// What of @p files @p processes have not mapped, in KiB: memory_kb() does not have it.
std::int64_t unmapped_kb(const MemoryFiles& files, const std::vector<pid_t>& processes);

/// Whether every thread of @p process is on its way out: it is dead, but for what the kernel still has to
/// clean up.
bool is_ending(pid_t process);

/// How many of @p root and its descendants live, and are not on their way out.
std::size_t count_living(pid_t root);

/// Whether @p process has ended and its parent cannot learn of that, because a third process traces it.
bool is_held_by_tracer(pid_t process);

} // namespace grader
