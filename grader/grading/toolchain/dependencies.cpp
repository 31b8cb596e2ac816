#include "grading/toolchain/dependencies.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <sys/stat.h>

#include <fmt/core.h>

#include "base/files.h"
#include "base/search_path.h"
#include "grading/processes/process.h"
#include "grading/toolchain/submission_copy.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Variables that nvcc and its host compilers read in addition to their command line. nvcc passes those in
/// the first rows on to its subprocesses.
constexpr std::array variables = {
    "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS",   "NVCC_CCBIN",   "INCLUDES",      "SYSTEM_INCLUDES",
    "LIBRARIES",          "CUDAFE_FLAGS",        "PTXAS_FLAGS",  "NVLINK_FLAGS",  "CPATH",
    "C_INCLUDE_PATH",     "CPLUS_INCLUDE_PATH",  "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX",
    "SOURCE_DATE_EPOCH",  "CCC_OVERRIDE_OPTIONS"};

/// The variables among them that name include directories.
constexpr std::array include_variables = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};

/// Constructs that request files which no dependency list contains.
constexpr std::array unlisted = {"__has_include", "incbin", "#embed", ":embed"};

std::string value_of(const CompileJob& job, const char* name) {
    if (const auto own = job.environment.find(name); own != job.environment.end()) return own->second;
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::string normal(const fs::path& file) { return fs::absolute(file).lexically_normal().string(); }

bool lies_in(std::string_view file, const std::string& directory) {
    return file.size() > directory.size() && file.starts_with(directory) && file[directory.size()] == '/';
}

/// Classifies files by their owner: the machine, or the course and the student.
class Owners {
public:
    explicit Owners(const CompileJob& job) {
        ours_.push_back(fs::path(normal(job.source)).parent_path());
        for (const fs::path& directory : job.includes) ours_.push_back(normal(directory));
        std::error_code ignored;
        const fs::path compiler = job.command.front();
        for (const fs::path& program : {compiler, fs::canonical(compiler, ignored)})
            if (program.has_parent_path()) machines_.push_back(program.parent_path().parent_path());
    }

    /// Returns whether @p file came with the compiler or the system, and not from the course or a student.
    [[nodiscard]] bool is_of_machine(std::string_view file) const {
        return is_below(machines_, file) && !is_ours(file);
    }

    /// Returns whether @p file comes from the course or the student.
    [[nodiscard]] bool is_ours(std::string_view file) const { return is_below(ours_, file); }

    /// Returns the directories of the course and the student.
    [[nodiscard]] const std::vector<std::string>& ours() const { return ours_; }

private:
    static bool is_below(const std::vector<std::string>& directories, std::string_view file) {
        return std::ranges::any_of(directories,
                                   [&](const std::string& directory) { return lies_in(file, directory); });
    }

    std::vector<std::string> ours_;
    std::vector<std::string> machines_ = {"/usr"};
};

/// Removes from @p text the characters across which a preprocessor joins words: line continuations, ends of
/// string literals, pastes.
std::string joined(const std::string& text) {
    constexpr std::string_view between = "\\\", \t\r\n";
    std::string words;
    for (const char c : text)
        if (between.find(c) == std::string_view::npos) words += c;
    for (std::size_t paste = 0; (paste = words.find("##", paste)) != std::string::npos;)
        words.erase(paste, 2);
    return words;
}

bool asks_for_unlisted_files(const std::string& text) {
    const std::string words = joined(text);
    return std::ranges::any_of(unlisted,
                               [&](const char* word) { return words.find(word) != std::string::npos; });
}

/// Returns all files of the student and the course that a sandboxed compiler sees.
std::string visible_files(const CompileJob& job) {
    std::string all;
    const auto add = [&](const std::vector<FolderFile>& files) {
        for (const FolderFile& file : files)
            all += fmt::format("==== {} {}\n{}", file.from.string(), file.text.size(), file.text);
    };
    add(read_folder(fs::path(normal(job.source)).parent_path()));
    for (const fs::path& directory : job.includes) add(read_headers(directory));
    return all;
}

/// Returns the directories in which an #include of the build is searched for and to which a file could be
/// added.
std::set<std::string> searched_directories(const CompileJob& job, const Owners& owners,
                                           const std::vector<fs::path>& dependencies) {
    std::set<std::string> directories(owners.ours().begin(), owners.ours().end());
    for (const char* variable : include_variables)
        for (const fs::path& directory : directories_of(value_of(job, variable)))
            directories.insert(normal(directory));
    // A header searches its own directory first.
    for (const fs::path& file : dependencies)
        if (!owners.is_of_machine(file.string())) directories.insert(file.parent_path());
    return directories;
}

/// Returns the names by which @p dependencies may have been included: the last component of each, the last
/// two, and so on.
std::set<std::string> names_of(const std::vector<fs::path>& dependencies) {
    constexpr int max_name_parts = 5;
    std::set<std::string> names;
    for (const fs::path& file : dependencies) {
        const std::string text = file.string();
        std::size_t slash = text.size();
        for (int parts = 0; parts < max_name_parts && slash != 0; ++parts) {
            slash = text.rfind('/', slash - 1);
            if (slash == std::string::npos) break;
            names.insert(text.substr(slash + 1));
        }
    }
    return names;
}

/// Returns all files in the searched directories that have the name of a dependency. A new one may precede
/// the intended file in the search order.
std::string namesakes(const std::set<std::string>& directories, const std::set<std::string>& names) {
    std::string found;
    for (const std::string& directory : directories) {
        std::error_code problem;
        std::set<std::string> entries; // one directory read instead of a system call per name
        for (const auto& entry : fs::directory_iterator(directory, problem))
            entries.insert(entry.path().filename().string());
        for (const std::string& name : names) {
            const std::string file = directory + '/' + name;
            if (entries.contains(name.substr(0, name.find('/'))) && fs::is_regular_file(file, problem))
                found += file + '\n';
        }
    }
    return found;
}

} // namespace

// After an upgrade, the same command runs another compiler, and nvcc starts others.
std::string compilers_of(const CompileJob& job) {
    std::string text;
    for (const std::string& word : job.command) text += word + '\n';
    for (const char* variable : variables) text += fmt::format("{}={}\n", variable, value_of(job, variable));
    const fs::path compiler = job.command.front();
    for (const fs::path& file : {compiler, compiler.parent_path() / "nvcc.profile", find_program("gcc"),
                                 find_program("g++"), fs::path(value_of(job, "NVCC_CCBIN"))})
        text += fmt::format("{} {}\n", file.string(), stamp_of(file));
    return text;
}

std::vector<std::string> compiler_variables() { return {variables.begin(), variables.end()}; }

std::string stamp_of(const fs::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return "none";
    return fmt::format("{} {}.{:09}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::vector<std::string> prerequisites(std::string_view text) {
    std::vector<std::string> files;
    std::size_t rule = 0; // index of the first file of this rule
    bool has_targets = false;
    std::string word;
    const auto end_word = [&] {
        if (!word.empty()) files.push_back(word);
        word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char next = i + 1 < text.size() ? text[i + 1] : '\n';
        const bool next_is_blank = next == ' ' || next == '\t' || next == '\n';
        if (c == '\\' && next == '\n') {
            end_word();
            ++i;
        } else if (c == '\\' && std::string_view(" \t#\\:").find(next) != std::string_view::npos) {
            word += next;
            ++i;
        } else if (c == '$' && next == '$') {
            word += c;
            ++i;
        } else if (c == ':' && next_is_blank && !has_targets) {
            // The words so far are the targets. nvcc writes a blank before the colon, other compilers do not.
            // A later colon is the end of a file's name.
            files.resize(rule);
            word.clear();
            has_targets = true;
        } else if (c == ' ' || c == '\t' || c == '\n') {
            end_word();
            if (c == '\n') {
                rule = files.size();
                has_targets = false;
            }
        } else {
            word += c;
        }
    }
    end_word();
    return files;
}

std::optional<std::string> fingerprint(const CompileJob& job, const std::vector<fs::path>& dependencies) {
    std::string all = compilers_of(job);
    all += job.sandboxed ? "locked in\n" : "not locked in\n";
    for (const fs::path& directory : job.includes) all += directory.string() + '\n';
    const Owners owners(job);
    for (const fs::path& file : dependencies) {
        std::error_code problem;
        if (!fs::is_regular_file(file, problem)) return std::nullopt;
        all += "==== " + file.string() + '\n';
        if (owners.is_of_machine(file.string())) {
            all += stamp_of(file) + '\n';
            continue;
        }
        if (!owners.is_ours(file.string())) return std::nullopt;
        const std::string content = read_text(file);
        if (!job.sandboxed && asks_for_unlisted_files(content)) return std::nullopt;
        all += content;
    }
    if (job.sandboxed) return all + visible_files(job);
    return all + "==== namesakes\n" +
           namesakes(searched_directories(job, owners, dependencies), names_of(dependencies));
}

} // namespace grader
