#include "child/process.h"

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "harness.h"

namespace {

using grader::Finished;
using grader::Process;
using grader::ProcessSpec;
using grader::run_to_end;

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

/// The number that a script printed as its last line.
pid_t last_number(const std::string& output) {
    const std::size_t end = output.find_last_not_of('\n');
    const std::size_t start = output.rfind('\n', end) + 1;
    return static_cast<pid_t>(std::stol(output.substr(start)));
}

bool alive(pid_t pid) { return ::kill(pid, 0) == 0; }

} // namespace

TEST_CASE("a process's output and end are kept", "[process]") {
    const Finished good = run_to_end(shell("echo to the one; echo to the other >&2"), long_enough);
    CHECK(good.output == "to the one\nto the other\n");
    CHECK(good.end.exit_code == 0);
    CHECK(good.end.signal == 0);
    CHECK_FALSE(good.timed_out);

    CHECK(run_to_end(shell("exit 7"), long_enough).end.exit_code == 7);

    const Finished killed = run_to_end(shell("kill -SEGV $$"), long_enough);
    CHECK(killed.end.signal == SIGSEGV);
    CHECK(killed.end.exit_code == -1);

    CHECK(run_to_end({.argv = {"/no/such/program"}}, long_enough).end.exit_code == 127);
}

TEST_CASE("a process starts where and with what it is told", "[process]") {
    ProcessSpec spec = shell("pwd; echo $GREETING; test -t 0 || cat; ls /proc/self/fd | wc -l");
    spec.directory = "/usr";
    spec.environment["GREETING"] = "hello";
    // Standard input is empty; ls itself holds 0, 1, 2 and the directory it reads.
    CHECK(run_to_end(spec, long_enough).output == "/usr\nhello\n4\n");

    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    ProcessSpec writer = shell("echo through the pipe >&4");
    writer.inherited = {ends[0], ends[1]};
    CHECK(run_to_end(writer, long_enough).end.exit_code == 0);
    char text[64] = {};
    CHECK(::read(ends[0], text, sizeof(text)) == 17);
    CHECK(std::string(text) == "through the pipe\n");
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("what a process prints beyond its limit is dropped, or ends it", "[process]") {
    ProcessSpec spec = shell("for i in 1 2 3 4 5 6 7 8 9; do echo 0123456789; done");
    spec.output_limit = 25;
    const Finished dropped = run_to_end(spec, long_enough);
    CHECK(dropped.end.exit_code == 0);
    CHECK(dropped.output == "0123456789\n0123456789\n012");
    CHECK_FALSE(dropped.end.flooded);

    ProcessSpec flood = shell("while true; do echo 0123456789; done");
    flood.output_limit = 1000;
    flood.kill_on_flood = true;
    const Finished stopped = run_to_end(flood, long_enough);
    CHECK(stopped.end.flooded);
    CHECK(stopped.end.signal == SIGKILL);
    CHECK(stopped.output.size() == 1000);
    CHECK_FALSE(stopped.timed_out);
}

TEST_CASE("a process that takes too much memory is stopped", "[process]") {
    // A variable that doubles until it is stopped.
    ProcessSpec spec = shell("text=0123456789; while true; do text=$text$text; done");
    spec.memory_limit_mb = 40;
    const Finished finished = run_to_end(spec, long_enough);
    CHECK(finished.end.out_of_memory);
    CHECK(finished.end.signal == SIGKILL);
    CHECK_FALSE(finished.timed_out);
}

TEST_CASE("a process that does not end is stopped", "[process]") {
    const Finished finished =
        run_to_end(shell("trap '' TERM INT HUP; echo here; sleep 1000; sleep 1000"), 0.3);
    CHECK(finished.timed_out);
    CHECK(finished.end.signal == SIGKILL);
    CHECK(finished.output == "here\n");
}

TEST_CASE("nothing that a process started outlives it", "[process]") {
    // In its session, in a session of its own, and with a dead parent in between.
    for (const char* script : {"sleep 1000 & echo $!", "setsid sleep 1000 & echo $!",
                               "(setsid sh -c 'sleep 1000 & echo $!; sleep 0.1' &) ; sleep 0.3"}) {
        INFO(script);
        const Finished finished = run_to_end(shell(script), long_enough);
        REQUIRE_FALSE(finished.output.empty());
        CHECK_FALSE(alive(last_number(finished.output)));
    }
}

TEST_CASE("burying one process's orphans leaves other children alone", "[process]") {
    Process bystander(shell("echo ready; sleep 1000"));
    REQUIRE(printed(bystander, "ready"));
    (void)run_to_end(shell("(setsid sleep 1000 &)"), long_enough);
    CHECK_FALSE(bystander.wait_until(Process::Clock::now() + std::chrono::milliseconds(50)));
    bystander.kill();
    CHECK(bystander.end().signal == SIGKILL);
}

TEST_CASE("programs are looked for in PATH", "[process]") {
    CHECK(grader::find_program("sh").filename() == "sh");
    CHECK(grader::find_program("/bin/sh") == "/bin/sh");
    CHECK(grader::find_program("no-such-program-anywhere").empty());
    CHECK(grader::find_program("/no/such/program").empty());
    CHECK(grader::find_program("/usr").empty());
}
