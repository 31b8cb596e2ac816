#pragma once

/// @file
/// Information from /proc about a process and its descendants. Processes start and end during the read, so a
/// missing entry counts as nothing.

#include <cstddef>
#include <cstdint>
#include <map>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace grader {

/// Returns the children of all threads of @p parent.
std::vector<pid_t> children_of(pid_t parent);

/// Returns @p root and all its descendants, parents before their children.
std::vector<pid_t> tree_of(pid_t root);

/// Returns the host memory of @p process alone that is not backed by a file: anonymous, shared and swapped,
/// in KiB. Memory that it shares with another process counts in full.
std::int64_t memory_kb(pid_t process);

/// Returns the host memory of all @p processes together that is not backed by a file, in KiB. Shared memory
/// counts once.
std::int64_t memory_kb(const std::vector<pid_t>& processes);

/// Files in memory without a name, such as those of memfd_create(): (device, inode) to size in KiB.
using MemoryFiles = std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t>;

/// Returns the memory files that any of @p processes has open. Such a file takes memory even if no process
/// has mapped it.
MemoryFiles memory_files(const std::vector<pid_t>& processes);

/// Returns the part of @p files that none of @p processes has mapped, in KiB; memory_kb() does not include
/// it.
std::int64_t unmapped_kb(const MemoryFiles& files, const std::vector<pid_t>& processes);

/// Returns whether every thread of @p process is exiting: the process is dead, and only the kernel's cleanup
/// remains.
bool is_ending(pid_t process);

/// Returns the number of processes among @p root and its descendants that live and are not exiting.
std::size_t count_living(pid_t root);

/// Returns whether @p process has ended but its parent cannot reap it yet, because a third process traces it.
bool is_held_by_tracer(pid_t process);

} // namespace grader
