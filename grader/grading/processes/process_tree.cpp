#include "grading/processes/process_tree.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <linux/magic.h>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

namespace grader {
namespace {

namespace fs = std::filesystem;

fs::path directory_of(pid_t process) { return fs::path("/proc") / std::to_string(process); }

/// Returns the /proc directories of the threads of @p process.
std::vector<fs::path> threads_of(pid_t process) {
    std::vector<fs::path> threads;
    std::error_code gone;
    // A range-based loop would throw if the process ended during the iteration.
    for (fs::directory_iterator at(directory_of(process) / "task", gone), end; !gone && at != end;
         at.increment(gone))
        threads.push_back(at->path());
    return threads;
}

/// Returns the sum of the fields @p names in a file of lines like "RssAnon: 123 kB"; a negative number if the
/// file has none of them.
std::int64_t sum_of(const fs::path& file, std::initializer_list<std::string_view> names) {
    std::ifstream in(file);
    std::int64_t sum = -1;
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) continue;
        if (std::find(names.begin(), names.end(), std::string_view(line).substr(0, colon)) == names.end())
            continue;
        sum = std::max<std::int64_t>(sum, 0) + std::strtoll(line.c_str() + colon + 1, nullptr, 10);
    }
    return sum;
}

/// Returns the fields of a "stat" file from the third on: the second is the command name, which may contain
/// any character.
std::vector<std::string> stat_of(const fs::path& directory) {
    std::ifstream in(directory / "stat");
    std::string text;
    std::getline(in, text, '\0');
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) return {};
    std::istringstream rest(text.substr(name_end + 1));
    std::vector<std::string> fields;
    for (std::string field; rest >> field;) fields.push_back(field);
    return fields;
}

/// Returns the file that a line of "maps" describes; no value if the line describes none.
std::optional<MemoryFiles::key_type> file_of_mapping(const std::string& line) {
    // The fields of a line: address range, permissions, offset, device and inode. The name comes last.
    std::istringstream words(line);
    std::string range;
    std::string rights;
    std::string offset;
    unsigned in_major = 0;
    unsigned in_minor = 0;
    char colon = 0;
    std::uint64_t inode = 0;
    words >> range >> rights >> offset >> std::hex >> in_major >> colon >> in_minor >> std::dec >> inode;
    if (!words || colon != ':' || range.find('-') == std::string::npos) return std::nullopt;
    return MemoryFiles::key_type{makedev(in_major, in_minor), inode};
}

constexpr std::size_t state_field = 0;
constexpr std::size_t flags_field = 6;
/// PF_EXITING of the kernel: a thread that has begun to exit and no longer runs code of its program.
constexpr unsigned long exiting = 0x4;

} // namespace

std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> children;
    for (const fs::path& thread : threads_of(parent)) {
        std::ifstream list(thread / "children");
        for (pid_t child = 0; list >> child;) children.push_back(child);
    }
    return children;
}

std::vector<pid_t> tree_of(pid_t root) {
    std::vector<pid_t> tree{root};
    // A process that is reparented during the traversal can be found twice.
    std::set<pid_t> met{root};
    for (std::size_t i = 0; i < tree.size(); ++i)
        for (const pid_t child : children_of(tree[i]))
            if (met.insert(child).second) tree.push_back(child);
    return tree;
}

std::int64_t memory_kb(pid_t process) {
    return std::max<std::int64_t>(0, sum_of(directory_of(process) / "status",
                                            {"RssAnon", "RssShmem", "VmSwap"}));
}

std::int64_t memory_kb(const std::vector<pid_t>& processes) {
    std::int64_t sum = 0;
    for (const pid_t process : processes) {
        // A page shared by two processes counts half in each (PSS). Some processes deny the read, for
        // instance those of another user; their pages count in full.
        const std::int64_t share =
            sum_of(directory_of(process) / "smaps_rollup", {"Pss_Anon", "Pss_Shmem", "SwapPss"});
        sum += share >= 0 ? share : memory_kb(process);
    }
    return sum;
}

MemoryFiles memory_files(const std::vector<pid_t>& processes) {
    MemoryFiles files;
    for (const pid_t process : processes) {
        std::error_code gone;
        for (fs::directory_iterator at(directory_of(process) / "fd", gone), end; !gone && at != end;
             at.increment(gone)) {
            struct stat status {};
            struct statfs system {};
            if (::stat(at->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
            if (status.st_nlink > 0 || status.st_blocks == 0) continue;
            if (::statfs(at->path().c_str(), &system) != 0 || system.f_type != TMPFS_MAGIC) continue;
            files[{status.st_dev, status.st_ino}] = std::int64_t{status.st_blocks} * 512 / 1024;
        }
    }
    return files;
}

std::int64_t unmapped_kb(const MemoryFiles& files, const std::vector<pid_t>& processes) {
    MemoryFiles unmapped = files;
    for (const pid_t process : processes) {
        std::ifstream in(directory_of(process) / "smaps");
        std::int64_t* of_file = nullptr;
        for (std::string line; std::getline(in, line);) {
            if (const auto file = file_of_mapping(line)) {
                const auto found = unmapped.find(*file);
                of_file = found == unmapped.end() ? nullptr : &found->second;
            } else if (of_file != nullptr && line.starts_with("Pss:")) {
                *of_file -= std::strtoll(line.c_str() + 4, nullptr, 10);
            }
        }
    }
    std::int64_t sum = 0;
    for (const auto& [file, kb] : unmapped) sum += std::max<std::int64_t>(kb, 0);
    return sum;
}

bool is_ending(pid_t process) {
    const std::vector<fs::path> threads = threads_of(process);
    return std::all_of(threads.begin(), threads.end(), [](const fs::path& thread) {
        const std::vector<std::string> fields = stat_of(thread);
        if (fields.size() <= flags_field) return true;
        return fields[state_field] == "Z" || fields[state_field] == "X" ||
               (std::strtoul(fields[flags_field].c_str(), nullptr, 10) & exiting) != 0;
    });
}

std::size_t count_living(pid_t root) {
    const std::vector<pid_t> tree = tree_of(root);
    return static_cast<std::size_t>(
        std::count_if(tree.begin(), tree.end(), [](pid_t process) { return !is_ending(process); }));
}

bool is_held_by_tracer(pid_t process) {
    const std::vector<std::string> fields = stat_of(directory_of(process));
    return !fields.empty() && fields[state_field] == "Z" && is_ending(process) &&
           sum_of(directory_of(process) / "status", {"TracerPid"}) > 0;
}

} // namespace grader
