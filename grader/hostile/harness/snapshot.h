#pragma once

/// @file
/// Snapshots of a tree, to be compared later.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace hostile {

/// Kind, permissions and content of each entry, by its path below the root.
using Snapshot = std::map<std::string, std::string>;

/// Takes a snapshot of everything below each of @p parts of @p root.
Snapshot take_snapshot(const std::filesystem::path& root, const std::vector<std::string>& parts);

/// Returns the entries of @p before that are missing or different in @p after, one sentence each. With @p
/// additions, new ones, too.
std::vector<std::string> differences(const Snapshot& before, const Snapshot& after, bool additions);

/// Returns the remains of processes outside of all folders: files in shared folders whose names contain @p
/// trace, and System V objects whose keys begin with the bytes of attack_keys.
std::vector<std::string> traces(const std::string& trace);
/// Removes the remains that traces() returns.
void remove_traces(const std::string& trace);

} // namespace hostile
