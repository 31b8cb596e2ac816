#pragma once

/// @file
/// What a tree holds, to be compared with what it holds later.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace hostile {

/// Kind, permissions and content of each entry, by its path below the root.
using Snapshot = std::map<std::string, std::string>;

/// Looks at everything below each of @p parts of @p root.
Snapshot take_snapshot(const std::filesystem::path& root, const std::vector<std::string>& parts);

/// What is missing or other in @p after than in @p before, a sentence each. With @p additions, what is new, too.
std::vector<std::string> differences(const Snapshot& before, const Snapshot& after, bool additions);

/// What processes leave behind outside of all folders: files in the folders that everybody shares whose names hold
/// @p trace, and System V objects whose keys begin with the bytes of attack_keys.
std::vector<std::string> traces(const std::string& trace);
/// Removes what traces() names.
void remove_traces(const std::string& trace);

} // namespace hostile
