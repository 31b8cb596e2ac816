#include "device/device_process.h"

#include <fmt/core.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

#include "device/client.h"
#include "device/final_report.h"
#include "program/notice.h"
#include "protocol/handshake.h"
#include "runtime/runtime.h"
#include "runtime/work_queue.h"

namespace simulator::device {

namespace {

using namespace std::chrono_literals;

// A user who interrupts a program does not want to wait for a long kernel.
constexpr auto timeout_when_interrupted = 500ms;

int check(int result, const char* what) {
    if (result < 0) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    return result;
}

pid_t peer_process(int socket) {
    ucred peer{};
    socklen_t bytes = sizeof peer;
    check(getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &bytes), "SO_PEERCRED");
    return peer.pid;
}

int file_of_memory(const char* name, std::uint64_t bytes) {
    const int file = check(memfd_create(name, MFD_CLOEXEC), name);
    check(ftruncate(file, static_cast<off_t>(bytes)), name);
    return file;
}

/// Returns a descriptor from which interrupts are read. They then terminate no thread of this process.
int catch_interrupts() {
    sigset_t interrupts;
    sigemptyset(&interrupts);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        sigaddset(&interrupts, signal);
    }
    check(sigprocmask(SIG_SETMASK, &interrupts, nullptr), "sigprocmask");
    return check(signalfd(-1, &interrupts, SFD_CLOEXEC), "signalfd");
}

/// Reports whether a user has interrupted the program.
class Interrupts {
public:
    explicit Interrupts(int file) : file_(file) {}
    bool any() {
        pollfd waiting = {file_, POLLIN, 0};
        any_ = any_ || poll(&waiting, 1, 0) > 0;
        return any_;
    }

private:
    int file_;
    bool any_ = false;
};

void wait_for_end(int program) {
    pollfd end = {program, POLLIN, 0};
    while (poll(&end, 1, -1) < 0 && errno == EINTR) {
    }
}

/// Calls @p done_within until it returns true. After an interrupt it gives up when timeout_when_interrupted
/// has passed.
template <class Try> bool done_unless_interrupted(Interrupts& interrupts, Try done_within) {
    constexpr auto step = 20ms;
    for (auto left = timeout_when_interrupted; left > 0ms; left -= interrupts.any() ? step : 0ms) {
        if (done_within(step)) {
            return true;
        }
    }
    return false;
}

/// Completes the work of a program that has ended. Returns false if that was interrupted.
bool finish(Client& client, runtime::Runtime& runtime, Interrupts& interrupts) {
    const auto sessions_end = [&](auto step) { return client.sessions_end_within(step); };
    // Calls that wait for a kernel end with the kernel. A call that waits for the program ends once the queue
    // knows that the program is gone.
    const auto queue_notified = [&](auto step) { return runtime.queue().mark_program_ended(step); };
    const auto work_ends = [&](auto step) { return runtime.queue().end_within(step); };
    return done_unless_interrupted(interrupts, queue_notified) &&
           done_unless_interrupted(interrupts, sessions_end) &&
           done_unless_interrupted(interrupts, work_ends);
}

DeviceStatus serve_program(const DeviceEndpoints& endpoints, const runtime::Settings& settings) {
    const pid_t process = peer_process(endpoints.socket);
    const int program = check(static_cast<int>(syscall(SYS_pidfd_open, process, 0)), "pidfd_open");
    std::error_code ignored;
    const std::string path = std::filesystem::read_symlink(fmt::format("/proc/{}/exe", process), ignored);
    Interrupts interrupts(catch_interrupts());

    const protocol::SharedFiles files = {.shared = file_of_memory("calls", sizeof(protocol::SharedChannels)),
                                         .pages = file_of_memory("pages", shared_file_bytes())};
    void* const memory =
        mmap(nullptr, sizeof(protocol::SharedChannels), PROT_READ | PROT_WRITE, MAP_SHARED, files.shared, 0);
    if (memory == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "mmap");
    }
    static_cast<protocol::SharedChannels*>(memory)->device = getpid();
    // Never destroyed: threads may still use it when the process exits.
    auto& client = *new Client(*static_cast<protocol::SharedChannels*>(memory), process);
    runtime::Runtime& runtime =
        runtime::Runtime::start(settings, {.shared_file = files.pages,
                                           .common_file = endpoints.common,
                                           .number = endpoints.number,
                                           .program = &client.service_threads,
                                           .program_threads = [&client] { return client.threads(); }});
    std::thread([&client] { client.serve(); }).detach();
    protocol::send_files(endpoints.socket, files);
    close(endpoints.socket);

    wait_for_end(program);
    client.end();
    runtime.program_is_gone = true;
    const bool finished = finish(client, runtime, interrupts);
    return write_final_report(runtime, !finished, endpoints.report, path) ? has_failures : success;
}

} // namespace

DeviceStatus run_device_process(const DeviceEndpoints& endpoints, const runtime::Settings& settings) {
    try {
        // The program has the same user ID as this process, but must not be able to inspect it.
        prctl(PR_SET_DUMPABLE, 0);
        return serve_program(endpoints, settings);
    } catch (const std::exception& error) {
        runtime::print_notice(error.what());
        return no_device;
    }
}

} // namespace simulator::device
