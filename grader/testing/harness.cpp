#include "harness.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace harness {
namespace {

namespace fs = std::filesystem;

fs::path scratch_root() { return FIXTURE_SCRATCH; }

std::string with_blanks(std::string command_line) {
    for (char& c : command_line)
        if (c == '\0') c = ' ';
    return command_line;
}

void check(int error, const char* what) {
    if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

/// Starts @p argv by posix_spawn and not by the grader's own Process, which kills the leftovers of its child:
/// here a test looks for them.
pid_t spawn(std::vector<std::string> argv, std::vector<std::string> variables, const fs::path& directory,
            const fs::path& out, const fs::path& err) {
    posix_spawn_file_actions_t actions;
    check(::posix_spawn_file_actions_init(&actions), "posix_spawn");
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!directory.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
    pid_t child = -1;
    const int error = ::posix_spawn(&child, argv.front().c_str(), &actions, nullptr, pointers(argv).data(),
                                    pointers(variables).data());
    ::posix_spawn_file_actions_destroy(&actions);
    check(error, argv.front().c_str());
    return child;
}

} // namespace

std::string fresh_mark() {
    static std::atomic<int> counter = 0;
    return std::to_string(::getpid()) + "-" + std::to_string(counter++);
}

std::vector<std::string> environment_with(Environment changes) {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        if (!changes.contains(text.substr(0, text.find('=')))) variables.push_back(text);
    }
    for (const auto& [name, value] : changes)
        if (!value.empty()) variables.push_back(name + "=" + value);
    return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

std::vector<std::string> marked_processes(const std::string& mark) {
    const std::string wanted = mark_name + "=" + mark + '\0';
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string pid = entry.path().filename().string();
        if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
        if (read(entry.path() / "environ").find(wanted) == std::string::npos) continue;
        found.push_back(pid + " " + with_blanks(read(entry.path() / "cmdline")));
    }
    return found;
}

RunResult run(const std::vector<std::string>& argv, const Environment& environment,
              const fs::path& directory) {
    return run_and_stop(
        argv, environment, directory, [] { return false; }, 0);
}

RunResult run_and_stop(const std::vector<std::string>& argv, const Environment& environment,
                       const fs::path& directory, const std::function<bool()>& now, int signal,
                       const fs::path& errors) {
    const std::string mark = fresh_mark();
    Environment changes = environment;
    changes[mark_name] = mark;
    fs::create_directories(scratch_root());
    const fs::path out = scratch_root() / ("out-" + mark);
    const fs::path err = errors.empty() ? scratch_root() / ("err-" + mark) : errors;
    const pid_t child = spawn(argv, environment_with(changes), directory, out, err);
    int status = 0;
    for (bool pending = signal != 0;;) {
        const pid_t ended = ::waitpid(child, &status, pending ? WNOHANG : 0);
        if (ended == child) break;
        if (ended < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
        if (pending && now()) {
            ::kill(child, signal);
            pending = false;
        } else if (pending) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    RunResult ran{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(out), read(err), marked_processes(mark)};
    fs::remove(out);
    if (errors.empty()) fs::remove(err);
    return ran;
}

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out << text;
    if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

std::string read(const fs::path& file) {
    // Read in this way, a file of a process that has just ended reads as empty; with iterators it throws.
    std::ifstream in(file, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
}

fs::path student(const std::string& file) { return fs::path(FIXTURE_STUDENTS) / file; }

Grader::Grader() : Grader(FIXTURE_COURSE) {}

Grader::Grader(fs::path other_course) : course(std::move(other_course)) {}

std::vector<std::string> Grader::command_line(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), GRADER_BINARY);
    arguments.insert(arguments.end(),
                     {"--backend", backend, "--course", course.string(), "--modules", FIXTURE_MODULES});
    if (!isolation.empty()) arguments.insert(arguments.end(), {"--isolation", isolation});
    return arguments;
}

RunResult Grader::run(std::vector<std::string> arguments) const {
    return harness::run(command_line(std::move(arguments)), environment, directory);
}

RunResult Grader::run_and_stop(std::vector<std::string> arguments, const std::function<bool()>& now,
                               int signal) const {
    return harness::run_and_stop(command_line(std::move(arguments)), environment, directory, now, signal,
                                 errors);
}

const nlohmann::json& Report::lab(std::string_view id) const {
    for (const nlohmann::json& lab : document.at("labs"))
        if (lab.at("id").get<std::string_view>() == id) return lab;
    throw std::runtime_error("the report has no lab " + std::string(id));
}

const nlohmann::json& Report::lab(std::string_view student, std::string_view id) const {
    for (const nlohmann::json& submission : document.at("submissions"))
        for (const nlohmann::json& lab : submission.at("labs"))
            if (submission.at("id").get<std::string_view>() == student &&
                lab.at("id").get<std::string_view>() == id)
                return lab;
    throw std::runtime_error("the report has no lab " + std::string(id) + " of " + std::string(student));
}

const nlohmann::json& step(const nlohmann::json& lab, std::string_view name) {
    for (const nlohmann::json& step : lab.at("steps"))
        if (step.at("name").get<std::string_view>() == name) return step;
    throw std::runtime_error("the grade has no step " + std::string(name));
}

std::string text_of(const nlohmann::json& step) {
    std::string text = step.at("message").get<std::string>() + "\n";
    for (const nlohmann::json& line : step.at("details")) text += line.get<std::string>() + "\n";
    return text;
}

} // namespace harness
