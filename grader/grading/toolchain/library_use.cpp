#include "grading/toolchain/library_use.h"

#include <algorithm>
#include <filesystem>

#include <fmt/core.h>

#include "base/files.h"
#include "course/imports.h"
#include "course/libraries.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// A file that the compiler has read.
struct ReadFile {
    fs::path path;
    bool written_for_lab; ///< written by the student or the course
};

/// Returns the path of @p file with all links resolved.
fs::path resolve_links(const fs::path& file) {
    std::error_code problem;
    fs::path real = fs::canonical(file, problem);
    return problem ? file.lexically_normal() : real;
}

/// Folders whose files were written for the lab.
class LabFolders {
public:
    explicit LabFolders(const CompileJob& job) {
        add(fs::absolute(job.source).parent_path());
        for (const fs::path& directory : job.includes) add(fs::absolute(directory));
    }

    [[nodiscard]] bool hold(const fs::path& file) const {
        return std::any_of(folders_.begin(), folders_.end(), [&](const fs::path& folder) {
            return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
                   folder.end();
        });
    }

private:
    void add(const fs::path& folder) {
        folders_.push_back(folder.lexically_normal());
        folders_.push_back(resolve_links(folder));
    }

    std::vector<fs::path> folders_;
};

/// Returns the files that @p build was made from, in the order of reading. A link in a student's folder is
/// replaced by its target.
std::vector<ReadFile> files_of(const CompileJob& job, const CompileResult& build) {
    const LabFolders own(job);
    std::vector<ReadFile> files;
    for (const fs::path& listed : build.read) {
        fs::path file = listed.lexically_normal();
        if (files.empty()) // the source itself, which may be a link made by the course
            files.push_back({std::move(file), true});
        else if (!own.hold(file))
            files.push_back({std::move(file), false});
        else
            files.push_back({resolve_links(listed), own.hold(resolve_links(listed))});
    }
    return files;
}

const Library* library_of(const ReadFile& file, const std::vector<const Library*>& libraries) {
    const auto found = std::find_if(libraries.begin(), libraries.end(), [&](const Library* library) {
        return is_header_of(*library, file.path, file.written_for_lab);
    });
    return found == libraries.end() ? nullptr : *found;
}

/// Returns the header that @p line includes, with its brackets or quotes; empty if it includes none, or if a
/// macro names the header.
std::string_view included_in(std::string_view line) {
    const auto skip_blanks = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    for (const std::string_view word : {"#", "include"}) {
        skip_blanks();
        if (!line.starts_with(word)) return {};
        line.remove_prefix(word.size());
    }
    skip_blanks();
    if (line.empty() || (line.front() != '<' && line.front() != '"')) return {};
    const std::size_t end = line.find(line.front() == '<' ? '>' : '"', 1);
    return end == std::string_view::npos ? std::string_view() : line.substr(0, end + 1);
}

/// Returns the first line of the student's and the course's files that includes a header of one of
/// @p libraries: "student.cu includes <cub/cub.cuh> in line 3". Empty if no line names one.
std::string inclusion_of(const std::vector<const Library*>& libraries, const CompileJob& job,
                         const std::vector<ReadFile>& files) {
    constexpr std::uint64_t max_source_bytes = 1 << 20;
    std::vector<std::string> headers;
    for (const ReadFile& file : files)
        if (library_of(file, libraries) != nullptr) headers.push_back(file.path.string());
    const fs::path folder = fs::absolute(job.source).parent_path().lexically_normal();
    for (const ReadFile& file : files) {
        if (!file.written_for_lab) continue;
        const std::string text = read_file(file.path, max_source_bytes, SymlinkPolicy::followed).value_or("");
        const std::vector<std::string_view> lines = split_lines(text);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string_view name = included_in(lines[i]);
            if (name.size() <= 2) continue;
            const std::string ending = '/' + std::string(name.substr(1, name.size() - 2));
            if (std::any_of(headers.begin(), headers.end(),
                            [&](const std::string& header) { return header.ends_with(ending); }))
                return fmt::format("{} includes {} in line {}",
                                   file.path.lexically_proximate(folder).string(), name, i + 1);
        }
    }
    return {};
}

/// Describes how the compiler reached @p header, the first header of @p library among @p files.
std::string describe_inclusion(const ReadFile& header, const Library& library, const CompileJob& job,
                               const std::vector<ReadFile>& files) {
    if (std::string direct = inclusion_of({&library}, job, files); !direct.empty()) return direct;
    std::vector<const Library*> readers;
    for (const std::string_view name : library.included_by) readers.push_back(find_library(name));
    const std::string outer = inclusion_of(readers, job, files);
    if (outer.empty()) return fmt::format("the compiler has read {}", header.path.string());
    return fmt::format("{}, which reads {}", outer, header.path.filename().string());
}

} // namespace

std::optional<LibraryUse> find_use(const std::vector<std::string>& libraries, const CompileJob& job,
                                   const CompileResult& build) {
    std::vector<const Library*> wanted;
    for (const std::string& name : libraries)
        if (const Library* library = find_library(name)) wanted.push_back(library);
    const std::vector<ReadFile> files = files_of(job, build);
    for (const ReadFile& file : files)
        if (const Library* library = library_of(file, wanted))
            return LibraryUse{std::string(library->name), describe_inclusion(file, *library, job, files)};
    const Imports imports = read_imports(build.object);
    for (const Library* library : wanted)
        if (const std::string found = imported_from(*library, imports); !found.empty())
            return LibraryUse{std::string(library->name), fmt::format("the build asks for {}", found)};
    constexpr std::uint64_t max_build_bytes = std::uint64_t{256} << 20;
    const std::string bytes = read_file(build.object, max_build_bytes, SymlinkPolicy::followed).value_or("");
    for (const Library* library : wanted)
        if (const std::string found = library_symbol_in(*library, bytes); !found.empty())
            return LibraryUse{std::string(library->name),
                              fmt::format("the build has its code in it: {}", found)};
    return std::nullopt;
}

} // namespace grader
