#include "search_path.h"

#include <algorithm>
#include <cstdlib>

namespace grader {

std::vector<std::filesystem::path> directories_of(std::string_view list) {
    std::vector<std::filesystem::path> directories;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(':'), list.size());
        if (end > 0) directories.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return directories;
}

std::string search_path(const std::vector<std::filesystem::path>& first, const char* name) {
    const char* inherited = std::getenv(name);
    std::vector<std::filesystem::path> all = first;
    for (std::filesystem::path& directory : directories_of(inherited == nullptr ? "" : inherited))
        all.push_back(std::move(directory));
    std::string list;
    for (const std::filesystem::path& directory : all) {
        if (directory.empty()) continue;
        if (!list.empty()) list += ':';
        list += directory.string();
    }
    return list;
}

} // namespace grader
