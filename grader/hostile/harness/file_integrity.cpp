#include "hostile/harness/file_integrity.h"

#include <sstream>

#include <fmt/core.h>

#include "testing/harness.h"

namespace hostile {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Returns the directories of builds in the slots below @p grades.
template <typename Work> void each_slot(const fs::path& grades, Work work) {
    // BACKEND/LAB/SLOT
    constexpr int depth_of_slots = 2;
    std::error_code problem;
    for (fs::recursive_directory_iterator at(grades, problem), end; !problem && at != end;
         at.increment(problem)) {
        if (at.depth() < depth_of_slots || !at->is_directory()) continue;
        at.disable_recursion_pending();
        work(at->path());
    }
}

bool is_draft_name(const fs::path& file) {
    return file.extension() == ".draft" ||
           (file.parent_path().filename() == "resources" && file.extension() != ".json");
}

} // namespace

Faults judge_report(const fs::path& file, const json& schema) {
    if (!fs::exists(file)) return {};
    return judge_document(harness::read(file), schema);
}

Faults judge_history(const fs::path& file) {
    std::istringstream lines(harness::read(file));
    Faults faults;
    for (std::string line; std::getline(lines, line);)
        if (!json::parse(line, nullptr, false).is_object())
            faults.push_back(fmt::format("the history has the line \"{:.80}\"", line));
    return faults;
}

Faults judge_builds(const fs::path& grades) {
    Faults faults;
    each_slot(grades, [&](const fs::path& slot) {
        const std::string current = harness::read(slot / "current");
        if (current.empty()) return;
        for (const char* part : {"build.so", "log", "dependencies", "made-from"})
            if (!fs::exists(slot / current / part))
                faults.push_back(fmt::format("the build {} has no {}", (slot / current).string(), part));
        if (const std::string object = harness::read(slot / current / "build.so"); !object.starts_with("\x7f"
                                                                                                       "ELF"))
            faults.push_back(fmt::format("the build {} is not an object file", (slot / current).string()));
    });
    return faults;
}

Leftovers leftovers_in(const fs::path& root, std::string& names) {
    Leftovers leftovers;
    const auto count = [&](int& number, const fs::path& path) {
        ++number;
        names += "\n    " + path.lexically_relative(root).string();
    };
    for (const auto& entry : fs::directory_iterator(root / "tmp"))
        if (entry.path().extension() != ".lock") count(leftovers.temporary, entry.path());
    for (const char* part : {"install", "course", "class", "seen", "cache"}) {
        std::error_code none;
        for (fs::recursive_directory_iterator at(root / part, none), end; !none && at != end;
             at.increment(none))
            if (at->is_regular_file() && is_draft_name(at->path())) count(leftovers.drafts, at->path());
    }
    each_slot(root / "install/grades", [&](const fs::path& slot) {
        for (const auto& entry : fs::directory_iterator(slot))
            if (entry.is_directory() && !fs::exists(entry.path() / "made-from"))
                count(leftovers.begun, entry.path());
    });
    return leftovers;
}

} // namespace hostile
