#include "classroom/bundle/sources.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/text.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_name_bytes = 255; // limit of Linux file systems
constexpr int max_folder_depth = 4;         // as deep as the compiler's sandbox allows

bool is_safe_part(std::string_view part) {
    return !part.empty() && part.size() <= max_name_bytes && part != "." && part != ".." &&
           printable(part, max_name_bytes + 1) == part;
}

fs::path normal(const fs::path& file) { return fs::absolute(file).lexically_normal(); }

/// Returns the name between the quotes of `#include "name"`; empty if @p line is not such a directive.
std::string_view quoted_include(std::string_view line) {
    const auto skip_blanks = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    constexpr std::string_view word = "include";
    skip_blanks();
    if (!line.starts_with('#')) return {};
    line.remove_prefix(1);
    skip_blanks();
    if (!line.starts_with(word)) return {};
    line.remove_prefix(word.size());
    skip_blanks();
    if (!line.starts_with('"')) return {};
    line.remove_prefix(1);
    const std::size_t end = line.find('"');
    return end == std::string_view::npos ? std::string_view() : line.substr(0, end);
}

/// Collects the files of one folder.
class SourceCollector {
public:
    SourceCollector(const fs::path& folder, const Lab& lab) : folder_(folder), lab_(lab) {}

    /// Adds @p file if it is the student's. Returns its text; null if it was not added by this call.
    const std::string* take(const fs::path& file) {
        // In the course's own tree, the lab's interface is in the folder of the student's file.
        if (file == normal(lab_.directory / "lab.h") || !seen_.insert(file).second) return nullptr;
        const std::string name = file.lexically_relative(folder_).generic_string();
        if (name.empty() || name.starts_with("..")) return nullptr;
        std::optional<std::string> text;
        if (is_safe_name(name) && sources_.files.size() < max_source_files && is_own(file, name))
            text = read_file(file, std::min(max_source_file_bytes, max_source_bytes - bytes_),
                             SymlinkPolicy::followed);
        if (!text) {
            if (fs::exists(file, ignored_) && sources_.omitted.size() < max_source_files)
                sources_.omitted.push_back(printable(name));
            return nullptr;
        }
        bytes_ += text->size();
        sources_.files.push_back({name, std::move(*text)});
        return &sources_.files.back().text;
    }

    /// Adds @p file and, recursively, the files that it includes.
    void take_with_includes(const fs::path& file) {
        std::vector<fs::path> waiting = {file};
        while (!waiting.empty()) {
            const fs::path next = waiting.back();
            waiting.pop_back();
            const std::string* text = take(next);
            if (text == nullptr) continue;
            for (const std::string_view line : split_lines(*text))
                if (const std::string_view name = quoted_include(line); !name.empty())
                    waiting.push_back((next.parent_path() / name).lexically_normal());
        }
    }

    Sources take_all() { return std::move(sources_); }

private:
    /// Reports whether @p file, called @p name, is located where its name says. A symbolic link could refer
    /// to a file that its author must not read, and the author may receive the bundle. The student's own file
    /// is exempt: the instructor named it.
    [[nodiscard]] bool is_own(const fs::path& file, const std::string& name) {
        return sources_.files.empty() ||
               fs::canonical(file, ignored_) == fs::canonical(folder_, ignored_) / name;
    }

    fs::path folder_;
    const Lab& lab_;
    std::set<fs::path> seen_;
    std::error_code ignored_;
    std::size_t bytes_ = 0;
    Sources sources_;
};

} // namespace

bool is_safe_name(std::string_view name) {
    int folders = 0;
    while (true) {
        const std::size_t slash = name.find('/');
        if (!is_safe_part(name.substr(0, slash))) return false;
        if (slash == std::string_view::npos) return true;
        if (++folders > max_folder_depth) return false;
        name.remove_prefix(slash + 1);
    }
}

Sources sources_of(const fs::path& file, const Lab& lab, const std::optional<fs::path>& kept) {
    if (const Message why = find_source_problem(file); !why.empty())
        throw UsageError(fmt::format("Cannot bundle {}: {}.", file.string(), sentence(why)));
    const fs::path source = normal(file);
    if (!is_safe_name(source.filename().string()))
        throw UsageError(fmt::format("A bundle cannot contain a file named {}: rename it first.",
                                     printable(source.filename().string())));
    SourceCollector gathering(source.parent_path(), lab);
    // The compiler's dependency list is next to the object (grading/toolchain/cached_build.h), if the
    // compiler wrote one.
    const std::string list = kept ? read_text(kept->parent_path() / "dependencies") : "";
    if (list.empty()) {
        gathering.take_with_includes(source);
        return gathering.take_all();
    }
    gathering.take(source);
    for (const std::string_view line : split_lines(list)) gathering.take(normal(fs::path(line)));
    Sources sources = gathering.take_all();
    sources.as_listed = true;
    return sources;
}

fs::path write_sources(const Sources& sources, const fs::path& to) {
    if (sources.files.empty()) throw EnvironmentError("Invalid bundle: it has no student's file.");
    for (const SourceFile& file : sources.files) {
        if (!is_safe_name(file.name))
            throw EnvironmentError(
                fmt::format("This bundle has a file with the unsafe name {}, which is not written.",
                            printable(file.name)));
        const fs::path path = to / file.name;
        std::error_code problem;
        fs::create_directories(path.parent_path(), problem);
        // A name may be the folder of another, or occur twice: no real folder has such contents, so reject
        // it.
        if (problem || fs::exists(fs::symlink_status(path, problem)))
            throw EnvironmentError(fmt::format("Cannot write the files of this bundle into one folder: {}.",
                                               printable(file.name)));
        write_atomically(path, file.text);
    }
    return to / sources.files.front().name;
}

} // namespace grader
