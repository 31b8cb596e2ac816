#include "client/connection.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>

#include "client/host_access.h"
#include "client/host_requests.h"
#include "client/registrations.h"
#include "memory/shared_range.h"
#include "protocol/handshake.h"

namespace simulator::client {

namespace {

constexpr int connection_failure_status = 2;

std::atomic<protocol::SharedChannels*> device = nullptr;
std::atomic<bool> forked = false;
std::atomic<bool> device_is_seen = false;
std::mutex connecting;

/// Socket path that the environment held when the program began. Empty: no socket.
std::string& socket_path() {
    static std::string path;
    return path;
}

[[gnu::constructor]] void read_socket_path() {
    const char* const path = std::getenv(protocol::socket_variable);
    socket_path() = path == nullptr ? "" : path;
}

[[noreturn]] void exit_with_error(std::string_view why) {
    print_error(why);
    _exit(connection_failure_status);
}

/// Serializes forks with connecting: a child is forked either before its parent connects or after it has
/// connected.
void lock_connecting_before_fork() { connecting.lock(); }
void unlock_connecting_after_fork() { connecting.unlock(); }
void mark_forked_child() {
    forked = forked || device.load() != nullptr;
    connecting.unlock();
}

[[gnu::constructor]] void register_fork_handlers() {
    pthread_atfork(lock_connecting_before_fork, unlock_connecting_after_fork, mark_forked_child);
}

/// Returns the path of `simulate`, which is in `bin` two folders above the folder of this library.
std::string simulate_path() {
    Dl_info here{};
    dladdr(reinterpret_cast<const void*>(&read_socket_path), &here);
    return std::filesystem::absolute(here.dli_fname).parent_path().parent_path().parent_path() /
           "bin/simulate";
}

/// Starts a device process for a program that was not started by `simulate`. It forks twice, so that the
/// device process is not a child of the program.
int start_device() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        return -1;
    }
    const std::string path = simulate_path();
    const std::string number = std::to_string(ends[1]);
    const char* const arguments[] = {path.c_str(), "--serve", number.c_str(), nullptr};
    // _Fork() does not run the program's atfork handlers.
    const pid_t child = _Fork();
    if (child == 0) {
        if (_Fork() == 0) {
            fcntl(ends[1], F_SETFD, 0);
            execv(path.c_str(), const_cast<char**>(arguments));
            print_error("there is no " + path);
        }
        _exit(connection_failure_status);
    }
    close(ends[1]);
    if (child > 0) {
        waitpid(child, nullptr, 0);
    }
    return ends[0];
}

protocol::SharedFiles files_of_device() {
    const int socket = socket_path().empty() ? start_device() : protocol::connect_to(socket_path());
    const protocol::SharedFiles files =
        socket < 0 ? protocol::SharedFiles{} : protocol::receive_files(socket);
    close(socket);
    return files;
}

protocol::SharedChannels* connect() {
    const protocol::SharedFiles files = files_of_device();
    if (files.shared < 0) {
        exit_with_error("cannot connect to the simulated device");
    }
    void* const shared =
        mmap(nullptr, sizeof(protocol::SharedChannels), PROT_READ | PROT_WRITE, MAP_SHARED, files.shared, 0);
    if (shared == MAP_FAILED) {
        exit_with_error(
            "not enough address space for the memory that the simulated device and the program share");
    }
    // If address space is limited, managed and pinned memory are unavailable.
    if (reserve_shared_range(files.pages)) {
        madvise(reinterpret_cast<void*>(pinned_range_begin), shared_file_bytes(), MADV_DONTFORK);
    }
    madvise(shared, sizeof(protocol::SharedChannels), MADV_DONTFORK);
    // No descriptor is needed any more, so the program may close all of them.
    close(files.shared);
    close(files.pages);
    auto& memory = *static_cast<protocol::SharedChannels*>(shared);
    device_is_seen = kill(memory.device.load(), 0) == 0 || errno != ESRCH;
    return &memory;
}

} // namespace

void print_error(std::string_view text) {
    flush_output();
    std::fprintf(stderr, "simulate: %.*s\n", static_cast<int>(text.size()), text.data());
}

bool is_connected() { return device.load() != nullptr; }

bool can_see_device() { return device_is_seen; }

bool is_forked() { return forked; }

protocol::SharedChannels& ensure_connected() {
    if (protocol::SharedChannels* const known = device.load()) {
        return *known;
    }
    const std::lock_guard lock(connecting);
    if (device.load() == nullptr) {
        protocol::SharedChannels* const shared = connect();
        send_registrations(*shared);
        device = shared;
        install_access_handlers();
    }
    return *device;
}

} // namespace simulator::client
