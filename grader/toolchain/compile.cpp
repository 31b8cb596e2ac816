#include "toolchain/compile.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <regex>
#include <sstream>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>

#include "child/process.h"
#include "errors.h"
#include "files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_log = 256 * 1024;

/// A name beside @p file that no other grade in this tree uses at the same time.
fs::path draft_of(const fs::path& file) {
    static std::atomic<unsigned> drafts = 0;
    const std::string name =
        file.stem().string() + "-" + std::to_string(::getpid()) + "-" + std::to_string(drafts++);
    return file.parent_path() / (name + file.extension().string());
}

void write_all(const fs::path& file, const std::string& text) {
    const fs::path draft = draft_of(file);
    std::ofstream out(draft, std::ios::binary | std::ios::trunc);
    out << text;
    if (!out.flush()) throw EnvironmentError("cannot write " + file.string());
    fs::rename(draft, file);
}

bool is_header(const fs::path& file) {
    const fs::path extension = file.extension();
    return extension == ".h" || extension == ".hpp" || extension == ".cuh" || extension == ".inl";
}

/// Everything the object depends on, word for word. Comparing it whole needs no hash and knows no collision.
std::string ingredients(const CompileJob& job) {
    std::ostringstream all;
    for (const std::string& word : job.command) all << word << '\n';
    // The same words call another compiler after an upgrade.
    std::error_code ignored;
    all << fs::last_write_time(fs::canonical(job.command.front(), ignored), ignored)
               .time_since_epoch()
               .count()
        << '\n';
    std::vector<fs::path> files{job.source};
    std::vector<fs::path> directories = job.headers;
    directories.push_back(fs::absolute(job.source).parent_path());
    for (const fs::path& directory : directories)
        for (const auto& entry : fs::directory_iterator(directory))
            if (is_header(entry.path())) files.push_back(entry.path());
    std::sort(files.begin() + 1, files.end());
    for (const fs::path& file : files) all << "==== " << file.string() << '\n' << read_text(file);
    return all.str();
}

} // namespace

std::string why_no_source(const fs::path& source) {
    constexpr std::uintmax_t largest = 1 << 20;
    std::error_code problem;
    const fs::file_status status = fs::status(source, problem);
    if (status.type() == fs::file_type::not_found) return "there is no " + source.filename().string();
    if (!fs::is_regular_file(status) || fs::file_size(source, problem) > largest || problem)
        return "this is not a source file of at most 1 MiB";
    return {};
}

CompileJob as_peer(CompileJob job, const std::vector<std::string>& libraries) {
    static const std::regex machine_code("-gencode=arch=compute_[0-9]+,code=sm_([0-9]+)");
    std::smatch match;
    const auto native = std::find_if(job.command.begin(), job.command.end(), [&](const std::string& flag) {
        return std::regex_match(flag, match, machine_code);
    });
    if (native != job.command.end()) {
        *native = fmt::format("-gencode=arch=compute_{0},code=sm_{0}", match[1].str());
        std::erase_if(job.command, [&](const std::string& flag) {
            return flag.starts_with("-gencode=") && !std::regex_match(flag, machine_code);
        });
    }
    // The libraries come before the source that needs them; some linkers would leave them out for that.
    if (!libraries.empty()) job.command.insert(job.command.end(), {"-Xlinker", "--no-as-needed"});
    for (const std::string& library : libraries) job.command.push_back("-l" + library);
    return job;
}

CompileResult compile(const CompileJob& job) {
    std::error_code failure;
    fs::create_directories(job.slot, failure);
    if (failure) throw EnvironmentError("cannot make " + job.slot.string() + ": " + failure.message());
    const fs::path object = fs::absolute(job.slot / "build.so");
    const fs::path recipe = job.slot / "made-from";
    const fs::path log = job.slot / "log";
    const std::string wanted = ingredients(job);
    if (fs::exists(object) && fs::exists(log) && read_text(recipe) == wanted)
        return {true, object, read_text(log), false, 0};

    // Into place only when it is whole: another grade of the same file may be loading the object that lies
    // there.
    const fs::path draft = draft_of(object);
    ProcessSpec spec;
    spec.argv = job.command;
    spec.argv.insert(spec.argv.end(), {job.source.filename().string(), "-o", draft.string()});
    spec.directory =
        fs::absolute(job.source).parent_path(); // messages then name the file as the student knows it
    spec.output_limit = longest_log;
    const auto start = std::chrono::steady_clock::now();
    const Finished finished = run_to_end(spec, job.seconds);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    CompileResult result{finished.end.exit_code == 0 && !finished.timed_out && fs::exists(draft), object,
                         finished.output, finished.timed_out, elapsed.count()};
    // The recipe goes first and comes last, so that it never vouches for another object.
    fs::remove(recipe, failure);
    if (result.ok) {
        fs::rename(draft, object);
        write_all(log, result.log);
        write_all(recipe, wanted);
    } else {
        fs::remove(draft, failure);
        fs::remove(object, failure);
    }
    return result;
}

std::vector<CompileResult> compile_all(const std::vector<CompileJob>& jobs, unsigned workers) {
    std::vector<CompileResult> results(jobs.size());
    std::vector<std::exception_ptr> failures(jobs.size());
    std::atomic<std::size_t> next = 0;
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < std::max(workers, 1U); ++i)
            threads.emplace_back([&] {
                for (std::size_t job; (job = next++) < jobs.size();) {
                    try {
                        results[job] = compile(jobs[job]);
                    } catch (...) {
                        failures[job] = std::current_exception();
                    }
                }
            });
    }
    for (const std::exception_ptr& failure : failures)
        if (failure != nullptr) std::rethrow_exception(failure);
    return results;
}

} // namespace grader
