#include "classroom/submissions/git_copy.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sstream>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/core.h>

#include "base/descriptor.h"
#include "base/errors.h"
#include "base/search_path.h"
#include "base/text.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr double git_timeout_s = 60;
constexpr std::int64_t git_memory_limit_mb = 1024; ///< an honest repository needs a few MB
constexpr std::uint64_t max_listing_bytes = std::uint64_t{4} << 20;
constexpr std::uint64_t max_header_bytes = 512; ///< header of an object

void make_file(const fs::path& file, std::string_view text) {
    fs::create_directories(file.parent_path());
    const Descriptor out = open_file(file, O_WRONLY | O_CREAT | O_TRUNC);
    if (out.get() < 0 || !write_all(out, text))
        throw EnvironmentError("cannot write " + file.string() + ": " + std::strerror(errno));
}

/// Returns a descriptor of a file with @p text, positioned at its beginning.
Descriptor as_input(const std::string& text) {
    Descriptor file(::memfd_create("input", MFD_CLOEXEC));
    if (file.get() < 0 || !write_all(file, text) || ::lseek(file.get(), 0, SEEK_SET) != 0)
        throw EnvironmentError(std::string("no memory for the input of git: ") + std::strerror(errno));
    return file;
}

std::optional<std::uint64_t> number_of(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// Header that `git cat-file --batch` prints before an object: `ID TYPE SIZE`.
struct ObjectHead {
    std::string id;
    std::string type;
    std::uint64_t size = 0;
};

/// Parses a header. No value for `NAME missing` and similar lines.
std::optional<ObjectHead> read_head(const std::string& line) {
    std::istringstream words(line);
    std::string id, type, size, more;
    words >> id >> type >> size;
    const std::optional<std::uint64_t> bytes = number_of(size);
    if (!bytes || words >> more) return std::nullopt;
    return ObjectHead{id, type, *bytes};
}

/// Parses a line `MODE TYPE ID SIZE<tab>PATH` of `git ls-tree -l`.
TreeEntry read_entry(std::string_view line) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    std::istringstream words{std::string(line.substr(0, tab))};
    TreeEntry entry;
    std::string type, size;
    words >> entry.mode >> type >> entry.id >> size;
    entry.size = number_of(size);
    entry.path = line.substr(std::min(tab + 1, line.size()));
    return entry;
}

} // namespace

fs::path find_git() {
    fs::path git = find_program("git");
    if (git.empty())
        throw EnvironmentError("git is not installed on this machine, and submissions come from git "
                               "repositories. On Debian and Ubuntu, run: sudo apt-get install git");
    return git;
}

GitCopy::GitCopy(const StudentRepository& repository, Objects objects)
    : repository_(folder_.path() / "copy.git") {
    make_file(repository_ / "HEAD", "ref: refs/heads/none\n");
    make_file(repository_ / "config", repository.uses_sha256()
                                          ? "[core]\nrepositoryformatversion = 1\nbare = true\n"
                                            "[extensions]\nobjectFormat = sha256\n"
                                          : "[core]\nrepositoryformatversion = 0\nbare = true\n");
    fs::create_directories(repository_ / "refs");
    fs::create_directories(repository_ / "objects");
    if (objects == Objects::copied) repository.copy_objects(repository_ / "objects");
}

std::string GitCopy::git(const std::vector<std::string>& arguments, const std::string& input,
                         std::uint64_t most) const {
    const Descriptor in = as_input(input);
    const fs::path said = folder_.path() / "said";
    // Standard error goes to a file, because standard output may be arbitrary bytes. Of the grader's
    // environment, git gets only PATH: git's own variables could point it to another repository.
    ProcessSpec spec{
        {"/bin/sh", "-c", R"(said=$1; shift; exec env -i "$@" <&3 2>"$said")", "sh", said.string()}};
    for (const std::string& variable :
         {"PATH=" + search_path({}, "PATH"), "GIT_DIR=" + repository_.string(),
          "HOME=" + folder_.path().string(), "XDG_CONFIG_HOME=" + folder_.path().string(),
          std::string("GIT_CONFIG_NOSYSTEM=1"), std::string("GIT_CONFIG_GLOBAL=/dev/null"),
          std::string("GIT_NO_REPLACE_OBJECTS=1"), std::string("GIT_NO_LAZY_FETCH=1"),
          // Overrides all protocol settings.
          std::string("GIT_ALLOW_PROTOCOL=none"), std::string("GIT_TERMINAL_PROMPT=0"),
          std::string("GIT_AUTHOR_NAME=Kernelsmith"), std::string("GIT_AUTHOR_EMAIL=kernelsmith@localhost"),
          std::string("GIT_COMMITTER_NAME=Kernelsmith"),
          std::string("GIT_COMMITTER_EMAIL=kernelsmith@localhost"), std::string("LC_ALL=C"),
          find_git().string(), std::string("-c"), std::string("core.hooksPath=/dev/null")})
        spec.argv.push_back(variable);
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    spec.directory = folder_.path();
    spec.inherited = {in.get()};
    spec.output_limit = most;
    spec.kill_on_flood = true;
    spec.memory_limit_mb = git_memory_limit_mb;
    const ProcessResult finished = run_process(spec, git_timeout_s);
    const std::string what = "git " + arguments.front();
    if (finished.timed_out)
        throw UnusableRepository(fmt::format("{} took more than {:g} s", what, git_timeout_s));
    if (finished.end.flooded)
        throw UnusableRepository(fmt::format("{} printed more than {} KiB", what, most >> 10));
    if (finished.end.out_of_memory)
        throw UnusableRepository(
            fmt::format("{} took more than {} MiB of memory", what, git_memory_limit_mb));
    if (finished.end.exit_code != 0) {
        const std::string words = last_words(read_file(said, 1 << 16, SymlinkPolicy::refused).value_or(""));
        throw UnusableRepository(fmt::format("{} failed on it{}{}", what, words.empty() ? "" : ": ", words));
    }
    return finished.output;
}

std::vector<std::optional<GitObject>> GitCopy::objects(const std::vector<std::string>& names,
                                                       std::uint64_t largest, std::uint64_t most) const {
    std::string asked;
    for (const std::string& name : names) asked += name + "\n";
    const std::string heads = git({"cat-file", "--batch-check"}, asked, names.size() * max_header_bytes);
    const std::vector<std::string_view> lines = split_lines(heads);
    std::vector<std::optional<GitObject>> found(names.size());
    std::string wanted;
    std::vector<std::size_t> places;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < names.size() && i < lines.size(); ++i) {
        const std::optional<ObjectHead> head = read_head(std::string(lines[i]));
        if (!head || head->size > largest || head->size > most - bytes) continue;
        bytes += head->size;
        wanted += head->id + "\n";
        places.push_back(i);
    }
    if (places.empty()) return found;
    const std::string text = git({"cat-file", "--batch"}, wanted, bytes + places.size() * max_header_bytes);
    std::size_t at = 0;
    for (const std::size_t place : places) {
        const std::size_t line_end = std::min(text.find('\n', at), text.size());
        const std::optional<ObjectHead> head = read_head(text.substr(at, line_end - at));
        if (!head || line_end + 1 + head->size > text.size())
            throw UnusableRepository("git cat-file skipped an object");
        found[place] = GitObject{head->id, head->type, text.substr(line_end + 1, head->size)};
        at = line_end + 1 + head->size + 1;
    }
    return found;
}

std::vector<TreeEntry> GitCopy::list(const std::string& id, const std::vector<std::string>& places) const {
    std::vector<std::string> arguments = {"ls-tree", "-r", "-z", "-l", "--full-tree", id, "--"};
    arguments.insert(arguments.end(), places.begin(), places.end());
    const std::string text = git(arguments, "", max_listing_bytes);
    std::vector<TreeEntry> entries;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\0'), rest.size());
        entries.push_back(read_entry(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return entries;
}

std::string GitCopy::last_words(std::string said) const {
    // Remove the path of the temporary copy from messages: it is meaningless to readers and different each
    // time.
    const std::string place = repository_.string() + "/";
    for (std::size_t at = said.find(place); at != std::string::npos; at = said.find(place, at))
        said.erase(at, place.size());
    const std::vector<std::string_view> lines = split_lines(said);
    return lines.empty() ? "" : printable(lines.back(), 200);
}

std::string GitCopy::made(const std::vector<std::string>& arguments, const std::string& input) const {
    const std::string output = git(arguments, input, max_header_bytes);
    const std::vector<std::string_view> lines = split_lines(output);
    return lines.empty() ? "" : std::string(lines.front());
}

std::string GitCopy::add_blob(const std::string& text) const {
    return made({"hash-object", "-w", "--stdin"}, text);
}

std::string GitCopy::add_tree(const std::map<std::string, std::string>& blobs) const {
    std::string lines;
    for (const auto& [name, id] : blobs) lines += fmt::format("100644 blob {}\t{}", id, name) + '\0';
    return made({"mktree", "-z"}, lines);
}

std::string GitCopy::add_commit(const std::string& tree, const std::string& parent,
                                const std::string& message) const {
    std::vector<std::string> arguments = {"commit-tree", tree};
    if (!parent.empty()) arguments.insert(arguments.end(), {"-p", parent});
    return made(arguments, message + "\n");
}

std::optional<std::string> GitCopy::loose(const std::string& id) const {
    constexpr std::uint64_t largest = std::uint64_t{64} << 20;
    return read_file(repository_ / "objects" / id.substr(0, 2) / id.substr(2), largest,
                     SymlinkPolicy::refused);
}

} // namespace grader
