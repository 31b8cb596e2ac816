#include "grading/processes/process.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <sys/ptrace.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/errors.h"
#include "grading/processes/child_monitor.h"
#include "grading/processes/child_registry.h"
#include "grading/processes/process_tree.h"
#include "grading/processes/spawn.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using grader::ChildRegistry;
using grader::Process;
using grader::ProcessResult;
using grader::ProcessSpec;
using grader::run_process;

constexpr double long_enough = 60;

ProcessSpec shell(const std::string& script) { return {.argv = {"/bin/sh", "-c", script}}; }

Process::Clock::time_point soon() { return Process::Clock::now() + std::chrono::seconds(60); }

/// Waits until @p process has printed @p text.
bool printed(const Process& process, const std::string& text) {
    const auto deadline = soon();
    while (process.output().find(text) == std::string::npos) {
        if (Process::Clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

/// Returns the number that a script printed as its last line.
pid_t last_number(const std::string& output) {
    const std::size_t end = output.find_last_not_of('\n');
    const std::size_t start = output.rfind('\n', end) + 1;
    return static_cast<pid_t>(std::stol(output.substr(start)));
}

/// Returns whether a process with this ID exists, including a zombie.
bool alive(pid_t pid) { return ::kill(pid, 0) == 0; }

/// Kills a child that a test has forked.
void end_own(pid_t child) {
    ::kill(child, SIGKILL);
    while (!ChildRegistry::instance().reap(child)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// A child that traces @p traced, and never waits for it.
pid_t tracer_of(pid_t traced) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t tracer = ChildRegistry::instance().fork();
    REQUIRE(tracer >= 0);
    if (tracer == 0) {
        const char attached = ::ptrace(PTRACE_SEIZE, traced, nullptr, nullptr) == 0 ? 'y' : 'n';
        (void)!::write(ends[1], &attached, 1);
        while (true) ::pause();
    }
    char attached = 'n';
    CHECK(::read(ends[0], &attached, 1) == 1);
    ::close(ends[0]);
    ::close(ends[1]);
    if (attached != 'y') {
        end_own(tracer);
        SKIP("processes may not be traced here");
    }
    return tracer;
}

} // namespace

TEST_CASE("a process result has the output and the exit code or signal", "[process]") {
    const ProcessResult good = run_process(shell("echo to the one; echo to the other >&2"), long_enough);
    CHECK(good.output == "to the one\nto the other\n");
    CHECK(good.end.exit_code == 0);
    CHECK(good.end.signal == 0);
    CHECK_FALSE(good.timed_out);

    CHECK(run_process(shell("exit 7"), long_enough).end.exit_code == 7);

    const ProcessResult killed = run_process(shell("kill -SEGV $$"), long_enough);
    CHECK(killed.end.signal == SIGSEGV);
    CHECK(killed.end.exit_code == -1);

    // A shell ends like this if it does not find a program, and so may any program.
    CHECK(run_process(shell("exit 127"), long_enough).end.exit_code == 127);
}

TEST_CASE("a failed start is an infrastructure error with the failed call", "[process]") {
    const auto open_descriptors = [] {
        const std::filesystem::directory_iterator all("/proc/self/fd");
        return std::distance(begin(all), end(all));
    };
    const auto fails = [](const ProcessSpec& spec, const std::string& message) {
        CHECK_THROWS_MATCHES(run_process(spec, long_enough), grader::EnvironmentError,
                             MessageMatches(ContainsSubstring(message)));
    };
    (void)run_process(shell("true"), long_enough);
    const auto before = open_descriptors();
    fails({.argv = {"/no/such/program"}}, "cannot start /no/such/program: execve: No such file or directory");
    fails({.argv = {"/usr"}}, "cannot start /usr: execve: Permission denied");
    ProcessSpec lost = shell("true");
    lost.directory = "/no/such/directory";
    fails(lost, "cannot start /bin/sh: chdir /no/such/directory: No such file or directory");
    ProcessSpec bereft = shell("true");
    bereft.inherited = {0, -1};
    fails(bereft, "cannot start /bin/sh: fcntl: Bad file descriptor");
    CHECK(open_descriptors() == before);
    CHECK(grader::children_of(::getpid()).empty());
}

TEST_CASE("a process inherits as many descriptors as it is given", "[process]") {
    ProcessSpec many = shell("ls /proc/self/fd | wc -l");
    many.inherited.assign(12, 1);
    CHECK(run_process(many, long_enough).output == "16\n");
}

TEST_CASE("a process starts in its directory with its environment and descriptors", "[process]") {
    ProcessSpec spec = shell("pwd; echo $GREETING; test -t 0 || cat; ls /proc/self/fd | wc -l");
    spec.directory = "/usr";
    spec.environment["GREETING"] = "hello";
    // Standard input is empty; ls itself holds 0, 1, 2 and the directory that it reads.
    CHECK(run_process(spec, long_enough).output == "/usr\nhello\n4\n");

    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    ProcessSpec writer = shell("echo through the pipe >&4");
    writer.inherited = {ends[0], ends[1]};
    CHECK(run_process(writer, long_enough).end.exit_code == 0);
    char text[64] = {};
    CHECK(::read(ends[0], text, sizeof(text)) == 17);
    CHECK(std::string(text) == "through the pipe\n");
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("output beyond the limit is dropped or ends the process", "[process]") {
    ProcessSpec spec = shell("for i in 1 2 3 4 5 6 7 8 9; do echo 0123456789; done");
    spec.output_limit = 25;
    const ProcessResult dropped = run_process(spec, long_enough);
    CHECK(dropped.end.exit_code == 0);
    CHECK(dropped.output == "0123456789\n0123456789\n012");
    CHECK_FALSE(dropped.end.flooded);

    ProcessSpec flood = shell("while true; do echo 0123456789; done");
    flood.output_limit = 1000;
    flood.kill_on_flood = true;
    const ProcessResult stopped = run_process(flood, long_enough);
    CHECK(stopped.end.flooded);
    CHECK(stopped.end.signal == SIGKILL);
    CHECK(stopped.output.size() == 1000);
    CHECK_FALSE(stopped.timed_out);
}

TEST_CASE("a process that prints too much before its number is known is stopped", "[process]") {
    ProcessSpec flood = shell("while true; do echo 0123456789; done");
    flood.output_limit = 1000;
    flood.kill_on_flood = true;
    grader::ChildMonitor watch(flood);
    const pid_t child = grader::spawn(flood, watch.output());
    const auto deadline = soon();
    while (!watch.flooded() && Process::Clock::now() < deadline) std::this_thread::yield();
    watch.started(child);
    std::optional<grader::ChildExit> exit;
    while (!(exit = watch.reap()) && Process::Clock::now() < deadline) std::this_thread::yield();
    watch.kill();
    REQUIRE(exit);
    CHECK(exit->signal == SIGKILL);
}

TEST_CASE("a process that takes too much memory is stopped", "[process]") {
    // A variable that doubles until the process is stopped.
    ProcessSpec spec = shell("text=0123456789; while true; do text=$text$text; done");
    spec.memory_limit_mb = 40;
    const ProcessResult finished = run_process(spec, long_enough);
    CHECK(finished.end.out_of_memory);
    CHECK(finished.end.signal == SIGKILL);
    CHECK_FALSE(finished.timed_out);
    CHECK_FALSE(finished.timed_out);
}

TEST_CASE("a process that does not end is stopped", "[process]") {
    const ProcessResult finished =
        run_process(shell("trap '' TERM INT HUP; echo here; sleep 1000; sleep 1000"), 0.3);
    CHECK(finished.timed_out);
    CHECK(finished.end.signal == SIGKILL);
    CHECK(finished.output == "here\n");
}

TEST_CASE("all descendants of a process are killed when it ends", "[process]") {
    // In its session, in a separate session, and with a dead parent in between.
    for (const char* script : {"sleep 1000 & echo $!", "setsid sleep 1000 & echo $!",
                               "(setsid sh -c 'sleep 1000 & echo $!; sleep 0.1' &) ; sleep 0.3"}) {
        INFO(script);
        const ProcessResult finished = run_process(shell(script), long_enough);
        REQUIRE_FALSE(finished.output.empty());
        CHECK_FALSE(alive(last_number(finished.output)));
    }
}

TEST_CASE("reaping one process's orphans leaves other children alone", "[process]") {
    Process bystander(shell("echo ready; sleep 1000"));
    REQUIRE(printed(bystander, "ready"));
    (void)run_process(shell("(setsid sleep 1000 &)"), long_enough);
    CHECK_FALSE(bystander.wait_until(Process::Clock::now()));
    bystander.kill();
    CHECK(bystander.end().signal == SIGKILL);
}

TEST_CASE("memory of descendants counts towards the limit of a process", "[process]") {
    // A descendant, one in a separate session, and one whose parent has ended.
    const std::string hog = "text=0123456789; while true; do text=$text$text; done";
    for (const std::string& script : {"(" + hog + ") & wait", "setsid sh -c '" + hog + "' & wait",
                                      "(setsid sh -c '" + hog + "' &); while true; do sleep 1; done"}) {
        INFO(script);
        ProcessSpec spec = shell(script);
        spec.memory_limit_mb = 40;
        const ProcessResult finished = run_process(spec, long_enough);
        CHECK(finished.end.out_of_memory);
        CHECK_FALSE(finished.timed_out);
    }
}

TEST_CASE("the memory limit of a process counts the sum over its children", "[process]") {
    // Each doubles a text until it has 16 MB, and keeps it: a shell replaces itself by its last command, so
    // there is another command.
    ProcessSpec spec =
        shell("for i in 1 2 3 4 5; do (text=0123456789abcdef; for d in 1 2 3 4 5 6 7 8 9 10 11 12 "
              "13 14 15 16 17 18 19 20; do text=$text$text; done; sleep 1000; :) & done; wait");
    spec.memory_limit_mb = 60;
    const ProcessResult finished = run_process(spec, long_enough);
    CHECK(finished.end.out_of_memory);
    CHECK_FALSE(finished.timed_out);
}

TEST_CASE("memory that processes share counts once", "[process]") {
    const std::vector<char> shared(64 << 20, 'x');
    const pid_t child = ChildRegistry::instance().fork();
    REQUIRE(child >= 0);
    if (child == 0)
        while (true) ::pause();
    const std::int64_t alone = grader::memory_kb(::getpid());
    const std::int64_t together = grader::memory_kb({::getpid(), child});
    end_own(child);
    CHECK(alone > 64 << 10);
    CHECK(together < alone + (32 << 10));
    CHECK(shared.back() == 'x');
}

TEST_CASE("a process that cannot be reaped is abandoned without waiting", "[process]") {
    // Only the tracer can see the end of a traced process, and this tracer does not wait for it.
    ProcessSpec spec = shell("echo $$; sleep 1000");
    spec.kill_timeout_s = 0.5;
    Process traced(spec);
    REQUIRE(printed(traced, "\n"));
    const pid_t pid = last_number(traced.output());
    const pid_t tracer = tracer_of(pid);
    traced.kill();
    CHECK(traced.end().left_behind);
    CHECK(traced.end().exit_code == -1);
    CHECK(alive(pid));

    // Later processes do not wait for it, either.
    CHECK(run_process(shell("exit 7"), long_enough).end.exit_code == 7);
    CHECK(run_process(shell("(setsid sleep 1000 &) ; exit 8"), long_enough).end.exit_code == 8);
    CHECK(alive(pid));

    end_own(tracer);
    CHECK(run_process(shell("exit 9"), long_enough).end.exit_code == 9);
    CHECK_FALSE(alive(pid)); // in the end it is reaped
}

TEST_CASE("an orphan that cannot be reaped is also abandoned", "[process]") {
    ProcessSpec spec = shell("(setsid sh -c 'echo $$; sleep 1000' &) ; sleep 1000");
    spec.kill_timeout_s = 2;
    Process parent(spec);
    REQUIRE(printed(parent, "\n"));
    const pid_t orphan = last_number(parent.output());
    const pid_t tracer = tracer_of(orphan);
    parent.kill();
    CHECK(parent.end().signal == SIGKILL);
    CHECK_FALSE(parent.end().left_behind);
    CHECK(alive(orphan));
    CHECK(run_process(shell("exit 7"), long_enough).end.exit_code == 7);
    end_own(tracer);
    ChildRegistry::instance().collect_orphans();
    CHECK_FALSE(alive(orphan));
}

TEST_CASE("programs are looked for in PATH", "[process]") {
    CHECK(grader::find_program("sh").filename() == "sh");
    CHECK(grader::find_program("/bin/sh") == "/bin/sh");
    CHECK(grader::find_program("no-such-program-anywhere").empty());
    CHECK(grader::find_program("/no/such/program").empty());
    CHECK(grader::find_program("/usr").empty());
}
