#include "grading/toolchain/compiler_invocation.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>

#include "base/errors.h"
#include "grading/toolchain/dependencies.h"
#include "grading/toolchain/submission_copy.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Returns whether @p text is safe: a shell takes it for one plain word, quoted or not, and a compiler for
/// one file name.
bool is_plain(const std::string& text) {
    const auto is_safe = [](unsigned char c) {
        return c < 0x80 && (std::isalnum(c) != 0 ||
                            std::string_view("/._-+").find(static_cast<char>(c)) != std::string_view::npos);
    };
    return !text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), is_safe);
}

/// Returns the parent of the compiler's temporary files. Unsafe names of a job can be replaced by links, the
/// name of this directory cannot.
fs::path scratch_parent() {
    const fs::path usual = fs::temp_directory_path();
    return is_plain(usual.string()) ? usual : fs::path("/tmp");
}

bool needs_copy(const CompileJob& job, const fs::path& output) {
    std::vector<fs::path> names = job.includes;
    const fs::path source = fs::absolute(job.source);
    // nvcc resolves real paths, and a link with a safe name may lead to an unsafe one.
    std::error_code ignored;
    names.insert(names.end(), {source.filename(), source, fs::weakly_canonical(source, ignored),
                               fs::weakly_canonical(source.parent_path(), ignored), output});
    return std::any_of(names.begin(), names.end(),
                       [](const fs::path& name) { return !is_plain(name.string()); });
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

} // namespace

CompilerInvocation::CompilerInvocation(const CompileJob& job, const fs::path& output)
    : scratch_(scratch_parent()), source_(fs::absolute(job.source).lexically_normal()) {
    call_.argv = job.command;
    call_.environment = job.environment;
    call_.environment["TMPDIR"] = scratch_.path().string();
    if (job.sandboxed)
        prepare_in_sandbox(job, output);
    else if (job.through_shell && needs_copy(job, output))
        prepare_on_copy(job, output);
    else
        prepare_in_place(job, output);
}

void CompilerInvocation::prepare_in_place(const CompileJob& job, const fs::path& output) {
    dependency_base_ = call_.directory = source_.parent_path();
    std::vector<std::string> includes;
    for (const fs::path& directory : job.includes)
        includes.push_back("-I" + fs::absolute(directory).string());
    complete_call(includes, source_.filename().string(), output.string(), list().string());
}

void CompilerInvocation::prepare_on_copy(const CompileJob& job, const fs::path& output) {
    const fs::path links = scratch_.path() / "links";
    dependency_base_ = call_.directory = scratch_.path() / "source";
    fs::create_directory(links);
    fs::create_directory(call_.directory);
    const auto link = [&](const std::string& name, const fs::path& to) {
        fs::create_directory_symlink(fs::absolute(to), links / name);
        aliases_.emplace_back((links / name).string() + '/', fs::absolute(to).string() + '/');
        return (links / name).string();
    };
    const std::string own_name = source_.filename().string();
    const std::string ending = source_.extension().string();
    copy_ = is_plain(own_name) ? own_name : "source" + (is_plain(ending) ? ending : ".cu");
    std::error_code problem;
    fs::copy_file(source_, call_.directory / copy_, problem);
    if (problem) throw EnvironmentError("cannot read " + source_.string() + ": " + problem.message());
    // Headers in the source's own directory are searched for here second.
    std::vector<std::string> includes = {"-Xcompiler=-iquote," + link("beside", source_.parent_path())};
    for (const fs::path& directory : job.includes)
        includes.push_back("-I" + link("include" + std::to_string(includes.size()), directory));
    const std::string object = link("output", output.parent_path()) + "/" + output.filename().string();
    complete_call(includes, copy_, object, list().string());
    if (copy_ != own_name) aliases_.emplace_back(copy_, own_name);
}

void CompilerInvocation::prepare_in_sandbox(const CompileJob& job, const fs::path& output) {
    constexpr const char* beside = "/submission";
    constexpr std::uint64_t max_object_bytes = std::uint64_t{256} << 20;
    constexpr std::uint64_t max_list_bytes = std::uint64_t{4} << 20;
    SandboxedCommand sandboxed = *job.sandboxed;
    const fs::path copies = scratch_.path() / "source";
    dependency_base_ = source_.parent_path();
    copied_ = copy_folder(source_.parent_path(), copies);
    sandboxed.sandbox.bind_mounts.push_back({copies.string(), beside});
    sandboxed.sandbox.directory = beside;
    for (const auto& [name, value] : call_.environment)
        if (name != "TMPDIR") sandboxed.sandbox.environment[name] = value;

    const std::string own_name = source_.filename().string();
    copy_ = is_plain(own_name) ? own_name : "source.cu";
    copy_source(source_, copies / copy_);
    aliases_.emplace_back(std::string(beside) + '/', source_.parent_path().string() + '/');
    std::vector<std::string> includes;
    for (const fs::path& directory : job.includes) {
        const std::string place = "/include/" + std::to_string(includes.size());
        const fs::path headers = scratch_.path() / ("include" + std::to_string(includes.size()));
        for (fs::path& header : copy_headers(fs::absolute(directory), headers))
            copied_.push_back(std::move(header));
        sandboxed.sandbox.bind_mounts.push_back({headers.string(), place});
        aliases_.emplace_back(place + '/', fs::absolute(directory).string() + '/');
        includes.push_back("-I" + place);
    }
    const auto add_output_file = [&](const std::string& file, const fs::path& to, std::uint64_t most_bytes) {
        output_descriptors_.emplace_back(::open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
        if (output_descriptors_.back().get() < 0)
            throw EnvironmentError("cannot write " + to.string() + ": " + std::strerror(errno));
        ::fchmod(output_descriptors_.back().get(), 0644); // a runner with another user ID must be able to
                                                          // read it
        sandboxed.sandbox.output_files.push_back(
            {file, 3 + static_cast<int>(call_.inherited.size()), most_bytes});
        call_.inherited.push_back(output_descriptors_.back().get());
    };
    add_output_file("/tmp/build.so", output, max_object_bytes);
    add_output_file("/tmp/list", list(), max_list_bytes);
    complete_call(includes, copy_, "/tmp/build.so", "/tmp/list");
    if (copy_ != own_name) aliases_.emplace_back(copy_, own_name);
    call_.sandboxed = std::move(sandboxed);
}

void CompilerInvocation::complete_call(const std::vector<std::string>& includes, const std::string& source,
                                       const std::string& object, const std::string& list) {
    call_.argv.insert(call_.argv.end(), includes.begin(), includes.end());
    call_.argv.insert(call_.argv.end(), {"-MD", "-MF", list, source, "-o", object});
}

std::string CompilerInvocation::restore_names(std::string log) const {
    const std::string beside = source_.parent_path().string() + '/';
    for (const auto& [alias, original] : aliases_)
        replace_all(log, alias, original == beside ? "" : original);
    return log;
}

fs::path CompilerInvocation::list() const { return scratch_.path() / "list"; }

bool CompilerInvocation::has_dependency_list() const {
    std::error_code none;
    return fs::file_size(list(), none) > 0 && !none;
}

bool CompilerInvocation::has_all_dependencies() const { return call_.sandboxed || has_dependency_list(); }

std::vector<fs::path> CompilerInvocation::dependencies() const {
    std::vector<fs::path> files;
    std::set<fs::path> seen;
    const auto add = [&](const fs::path& file) {
        if (seen.insert(file).second) files.push_back(file);
    };
    add(source_);
    if (!has_dependency_list())
        for (const fs::path& file : copied_) add(file);
    for (std::string name : prerequisites(read_text(list()))) {
        if (name == copy_ || name == "/submission/" + copy_) continue;
        for (const auto& [alias, original] : aliases_)
            if (name.starts_with(alias)) name.replace(0, alias.size(), original);
        // Keep the path as the compiler writes it: after a symbolic link, `..` leads elsewhere than its text
        // suggests.
        add(dependency_base_ / name);
    }
    return files;
}

} // namespace grader
