// Sandboxes: the files and rights of a program inside, and its remains after its end.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/errors.h"
#include "base/files.h"
#include "grading/backend/backend.h"
#include "grading/isolation/isolation.h"
#include "grading/isolation/sandbox_specs.h"
#include "grading/processes/process.h"
#include "testing/bench.h"

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using grader::Isolation;
using grader::IsolationLevel;
using grader::IsolationRequest;
using grader::ProcessResult;
using grader::ProcessSpec;
using grader::SandboxedCommand;
using grader::TemporaryDirectory;

namespace {

constexpr double long_for_a_room = 60;

/// The sandbox of this machine. Skips the test, with the reason, if there is none.
const Isolation& sandbox_here() {
    static const Isolation found = make_isolation(IsolationRequest::automatic, bench::places().programs);
    if (found.level == IsolationLevel::process) SKIP(found.missing.front());
    return found;
}

SandboxedCommand bare_sandbox() {
    SandboxedCommand sandboxed{sandbox_here().confine, grader::system_sandbox({})};
    sandboxed.sandbox.own_user = sandbox_here().own_user;
    return sandboxed;
}

ProcessSpec in_sandbox(const std::string& script, SandboxedCommand sandboxed = bare_sandbox()) {
    ProcessSpec spec;
    spec.argv = {"/bin/bash", "-c", script};
    spec.sandboxed = std::move(sandboxed);
    return spec;
}

std::string said_in_room(const std::string& script) {
    return run_process(in_sandbox(script), long_for_a_room).output;
}

/// A pipe whose write end the programs of a test hold: it reaches end-of-file when the last of them has
/// ended.
struct HeldLine {
    HeldLine() {
        int ends[2];
        REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        reads = grader::Descriptor(ends[0]);
        writes = grader::Descriptor(ends[1]);
    }
    [[nodiscard]] bool ends_within(int milliseconds) const {
        pollfd ready{reads.get(), POLLIN, 0};
        char word = 0;
        return ::poll(&ready, 1, milliseconds) == 1 && ::read(reads.get(), &word, 1) == 0;
    }
    grader::Descriptor reads;
    grader::Descriptor writes;
};

} // namespace

TEST_CASE("a sandbox shows the files of the system and no others of the machine", "[isolation]") {
    const TemporaryDirectory outside;
    grader::write_atomically(outside.path() / "secret", "a secret");
    const std::string secret = (outside.path() / "secret").string();
    CHECK(said_in_room("cat " + secret + " 2>/dev/null || echo nothing") == "nothing\n");
    CHECK(said_in_room("ls -A /tmp") == "");
    CHECK(said_in_room("cat /etc/passwd /etc/shadow 2>/dev/null || echo nothing") == "nothing\n");
    CHECK(said_in_room("ls / | tr '\\n' ' '").find("home") == std::string::npos);
    CHECK(said_in_room("cat /usr/bin/env > /dev/null && echo read") == "read\n");
}

TEST_CASE("a sandboxed program can write only to its private /tmp", "[isolation]") {
    const std::string name = "kernelsmith-" + std::to_string(::getpid());
    CHECK(said_in_room("echo x > /tmp/" + name + " && cat /tmp/" + name) == "x\n");
    CHECK(said_in_room("(echo x > /usr/" + name + ") 2>&1") != "");
    CHECK(said_in_room("(echo x > /" + name + ") 2>&1") != "");
    CHECK_FALSE(fs::exists("/usr/" + name));
    CHECK_FALSE(fs::exists("/tmp/" + name));
}

TEST_CASE("a sandboxed program has no variable of the grader's environment", "[isolation]") {
    ::setenv("KERNELSMITH_TEST_SECRET", "a secret", 1);
    const std::string seen = said_in_room("env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'");
    ::unsetenv("KERNELSMITH_TEST_SECRET");
    CHECK_THAT(seen, ContainsSubstring("PATH="));
    CHECK_THAT(seen, !ContainsSubstring("SECRET"));
}

TEST_CASE("a sandboxed program sees no process outside and kills none", "[isolation]") {
    const std::string own = std::to_string(::getpid());
    CHECK(said_in_room("ls -d /proc/[0-9]* | wc -l | xargs test 8 -gt && echo few") == "few\n");
    CHECK(run_process(in_sandbox("kill -9 -1; kill -9 1; exit 3"), long_for_a_room).end.exit_code == 3);
}

TEST_CASE("a sandbox has no network", "[isolation]") {
    CHECK_THAT(said_in_room("(echo > /dev/tcp/127.0.0.1/9) 2>&1"),
               ContainsSubstring("Address family not supported"));
    CHECK(said_in_room("tail -n +3 /proc/net/dev | grep -vc ' lo:'") == "0\n");
}

TEST_CASE("a sandboxed program cannot create namespaces or mount", "[isolation]") {
    CHECK_THAT(said_in_room("unshare --user true 2>&1"), ContainsSubstring("Operation not permitted"));
    CHECK(run_process(in_sandbox("mount -t tmpfs none /tmp 2>/dev/null"), long_for_a_room).end.exit_code !=
          0);
}

TEST_CASE("a sandboxed program has no privileges and cannot gain any", "[isolation]") {
    const std::string status = said_in_room("cat /proc/self/status");
    for (const char* none :
         {"CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"})
        CHECK_THAT(status, ContainsSubstring(none));
}

TEST_CASE("the exit status of a sandboxed program is reported as without a sandbox", "[isolation]") {
    CHECK(run_process(in_sandbox("exit 7"), long_for_a_room).end.exit_code == 7);
    CHECK(run_process(in_sandbox("kill -SEGV $$"), long_for_a_room).end.signal == SIGSEGV);
    const ProcessResult slow = run_process(in_sandbox("sleep 100"), 0.3);
    CHECK(slow.timed_out);
}

TEST_CASE("no process of a sandbox outlives its program", "[isolation]") {
    HeldLine line;
    ProcessSpec spec =
        in_sandbox("(setsid sleep 100 &) ; (setsid bash -c 'trap \"\" TERM HUP; sleep 100' &) ; exit 0");
    spec.inherited = {line.writes.get()};
    run_process(spec, long_for_a_room);
    line.writes.close();
    CHECK(line.ends_within(5000));
}

TEST_CASE("no process of a sandbox outlives the process that started it", "[isolation]") {
    HeldLine line;
    ProcessSpec spec = in_sandbox("(setsid sleep 100 &) ; sleep 100");
    spec.inherited = {line.writes.get()};
    {
        const grader::Process process(spec);
        line.writes.close();
        CHECK_FALSE(line.ends_within(200));
    }
    CHECK(line.ends_within(5000));
}

TEST_CASE("a sandbox enforces its limits", "[isolation][slow]") {
    SandboxedCommand sandboxed = bare_sandbox();
    sandboxed.sandbox.limits.file_bytes = 1 << 20;
    CHECK(run_process(in_sandbox("head -c 2000000 /dev/urandom > /tmp/x", sandboxed), long_for_a_room)
              .end.exit_code != 0);
    sandboxed = bare_sandbox();
    sandboxed.sandbox.tmpfs_mounts = {{"/tmp", 1 << 20}};
    CHECK_THAT(
        run_process(in_sandbox("head -c 2000000 /dev/urandom > /tmp/x", sandboxed), long_for_a_room).output,
        ContainsSubstring("No space left"));
    sandboxed = bare_sandbox();
    sandboxed.sandbox.limits.address_bytes = std::uint64_t{256} << 20;
    CHECK(run_process(in_sandbox("x=$(printf %400000000s)", sandboxed), long_for_a_room).end.exit_code != 0);
    sandboxed = bare_sandbox();
    sandboxed.sandbox.limits.processes = 20;
    CHECK_THAT(run_process(in_sandbox("for i in $(seq 40); do sleep 2 & done 2>&1", sandboxed),
                           long_for_a_room)
                   .output,
               ContainsSubstring("Resource temporarily unavailable"));
}

TEST_CASE("an output file leaves the sandbox complete or not at all", "[isolation]") {
    const TemporaryDirectory outside;
    const fs::path file = outside.path() / "out";
    const auto left = [&](const std::string& script) {
        const grader::Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        SandboxedCommand sandboxed = bare_sandbox();
        sandboxed.sandbox.output_files = {{"/tmp/out", 3, 1000}};
        ProcessSpec spec = in_sandbox(script, sandboxed);
        spec.inherited = {out.get()};
        const ProcessResult finished = run_process(spec, long_for_a_room);
        INFO(finished.output);
        CHECK(finished.end.exit_code == 0);
        return grader::read_text(file);
    };
    CHECK(left("echo made > /tmp/out") == "made\n");
    CHECK(left("true") == "");
    CHECK(left("ln -s /usr/bin/env /tmp/out") == "");
    CHECK(left("mkfifo /tmp/out") == "");
    CHECK(left("head -c 1001 /dev/urandom > /tmp/out") == "");
    CHECK(left("(echo x >&3) 2>/dev/null || true") == "");
}

TEST_CASE("a sandbox that cannot be created is an infrastructure error that names the cause", "[isolation]") {
    SandboxedCommand sandboxed = bare_sandbox();
    sandboxed.sandbox.bind_mounts.push_back({"/no/such/place", "/no/such/place"});
    CHECK_THROWS_MATCHES(run_process(in_sandbox("true", sandboxed), long_for_a_room),
                         grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("/no/such/place: No such file or directory")));
    ProcessSpec lost = in_sandbox("true");
    lost.argv = {"/no/such/program"};
    CHECK_THROWS_MATCHES(run_process(lost, long_for_a_room), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("/no/such/program: No such file or directory")));
}

TEST_CASE("without a sandbox a request for one is refused and automatic isolation uses a process",
          "[isolation]") {
    const fs::path nowhere = "/no/such/programs";
    CHECK(make_isolation(IsolationRequest::process, nowhere).level == IsolationLevel::process);
    const Isolation best = make_isolation(IsolationRequest::automatic, nowhere);
    CHECK(best.level == IsolationLevel::process);
    REQUIRE(best.missing.size() == 1);
    CHECK_THAT(best.missing.front(), ContainsSubstring("no sandbox"));
    for (const IsolationRequest wish : {IsolationRequest::sandbox, IsolationRequest::strict})
        CHECK_THROWS_MATCHES(make_isolation(wish, nowhere), grader::EnvironmentError,
                             MessageMatches(ContainsSubstring("nothing was graded")));
}

TEST_CASE("the driver's compile cache is disabled", "[isolation]") {
    const auto gpu = grader::make_backend("gpu", bench::places());
    CHECK(gpu->runner().environment.at("CUDA_CACHE_DISABLE") == "1");
}
