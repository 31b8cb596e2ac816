#include "grading/grade/executed_code.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace grader {

namespace fs = std::filesystem;

namespace {

/// Returns in which ways threads of @p launch can interact: a single warp waits for no other warp, and a
/// single block shares its results with no other block.
std::vector<std::string> shape_of(const ObservedLaunch& launch) {
    constexpr std::uint64_t warp_lanes = 32;
    const auto product = [](const std::array<unsigned, 3>& sizes) {
        return std::uint64_t{sizes[0]} * sizes[1] * sizes[2];
    };
    std::vector<std::string> shape;
    if (product(launch.block) > warp_lanes) shape.emplace_back("in several warps of a block");
    if (product(launch.grid) > 1) shape.emplace_back("in several blocks");
    return shape;
}

} // namespace

ExecutedCode executed_code(const std::vector<ObservedLaunch>& launches, const fs::path& source) {
    // A build is made from a copy, so its folder is the one that contains the source in the report.
    std::set<fs::path> folders;
    for (const ObservedLaunch& launch : launches)
        for (const ObservedLine& line : launch.lines)
            if (fs::path(line.file).filename() == source.filename())
                folders.insert(fs::path(line.file).parent_path());
    ExecutedCode executed;
    for (const ObservedLaunch& launch : launches) {
        const std::vector<std::string> shape = shape_of(launch);
        for (const ObservedLine& line : launch.lines) {
            const fs::path file = line.file;
            if (!folders.contains(file.parent_path())) continue;
            std::set<std::string>& does = executed[fmt::format("{}:{}", file.filename().string(), line.line)];
            does.insert(line.memory_operations.begin(), line.memory_operations.end());
            if (!line.memory_operations.empty()) does.insert(shape.begin(), shape.end());
        }
    }
    return executed;
}

void add(ExecutedCode& code, const ExecutedCode& more) {
    for (const auto& [line, operations] : more) code[line].insert(operations.begin(), operations.end());
}

std::vector<std::string> new_lines(const ExecutedCode& code, const ExecutedCode& known) {
    std::vector<std::string> beyond;
    for (const auto& [line, operations] : code)
        if (!known.contains(line)) beyond.push_back(line);
    return beyond;
}

std::vector<std::string> lines_with_new_operations(const ExecutedCode& code, const ExecutedCode& known) {
    std::vector<std::string> beyond;
    for (const auto& [line, operations] : code) {
        const auto found = known.find(line);
        if (found == known.end() || !std::ranges::includes(found->second, operations)) beyond.push_back(line);
    }
    return beyond;
}

} // namespace grader
