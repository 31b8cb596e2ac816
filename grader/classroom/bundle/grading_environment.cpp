#include "classroom/bundle/grading_environment.h"

#include <algorithm>
#include <array>

#include "base/errors.h"
#include "base/files.h"
#include "classroom/bundle/crypto.h"
#include "grading/processes/process.h"
#include "grading/toolchain/toolchain.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Returns the first line that @p program prints when it is run with @p arguments; empty if it fails.
std::string first_line_of(const fs::path& program, std::vector<std::string> arguments) {
    constexpr double seconds = 20;
    if (program.empty()) return {};
    arguments.insert(arguments.begin(), program.string());
    ProcessSpec spec{std::move(arguments)};
    const ProcessResult finished = run_process(spec, seconds);
    const std::vector<std::string_view> lines = split_lines(finished.output);
    return finished.end.exit_code != 0 || lines.empty() ? std::string() : std::string(lines.front());
}

std::string course_version(const fs::path& root) {
    const std::string commit = first_line_of(find_program("git"), {"-C", root.string(), "rev-parse", "HEAD"});
    if (!commit.empty()) return "commit " + commit;
    const std::string release = read_text(root / "RELEASE");
    const std::vector<std::string_view> lines = split_lines(release);
    return lines.empty() ? std::string() : std::string(lines.front());
}

std::string toolkit_version() {
    try {
        return find_toolkit().version_text;
    } catch (const EnvironmentError&) {
        return {}; // the host backend needs no toolkit
    }
}

std::string compiler_version() {
    try {
        return first_line_of(find_cxx(), {"--version"});
    } catch (const EnvironmentError&) {
        return {};
    }
}

bool is_header_of_course(const fs::path& file) {
    constexpr std::array endings = {".h", ".cuh"};
    return std::find(endings.begin(), endings.end(), file.extension().string()) != endings.end();
}

/// Hashes the files of the lab that affect a grade: not its texts and tests, and not a student.cu in it.
std::map<std::string, std::string> hashes_of_course(const Lab& lab) {
    std::map<std::string, std::string> hashes;
    const auto take = [&](const fs::path& file, const std::string& name) {
        hashes[name] = sha256(read_text(file));
    };
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(lab.directory, problem)) {
        const std::string name = entry.path().filename().string();
        const bool is_source = name == "lab.toml" || name == baseline_file || name == "problem.cpp";
        if (is_source || is_header_of_course(entry.path())) take(entry.path(), name);
    }
    for (const auto& entry : fs::recursive_directory_iterator(lab.common, problem)) {
        const std::string name = entry.path().lexically_relative(lab.common).generic_string();
        if (is_header_of_course(entry.path()) && !name.starts_with("tests/"))
            take(entry.path(), "common/" + name);
    }
    return hashes;
}

} // namespace

GradingEnvironment grading_environment_of(const Backend& backend, const Course& course, const Lab& lab,
                                          const std::string& device_option) {
    GradingEnvironment facts;
    facts.grader = KERNELSMITH_VERSION;
    facts.course = course_version(course.root());
    facts.course_files = hashes_of_course(lab);
    facts.module = sha256(read_text(lab.module));
    facts.backend = backend.name();
    if (backend.availability().usable) {
        facts.device = backend.device().name;
        facts.device_slug = backend.device().slug;
        facts.thresholds = backend.device().thresholds;
        facts.driver = backend.device().driver;
        facts.runtime = backend.device().runtime;
    }
    facts.device_option = device_option;
    facts.toolkit = toolkit_version();
    facts.compiler = compiler_version();
    facts.isolation = describe(backend.isolation());
    facts.missing = backend.isolation().missing;
    return facts;
}

} // namespace grader
