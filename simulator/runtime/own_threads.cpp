#include "runtime/own_threads.h"

#include <csignal>
#include <filesystem>

#include <atomic>
#include <system_error>
#include <thread>
#include <utility>

namespace simulator::runtime {

namespace {

std::atomic<unsigned> own_threads = 0;

} // namespace

bool start_own_thread(std::function<void()> body) {
    sigset_t all;
    sigset_t own;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &own);
    bool began = true;
    try {
        std::thread(std::move(body)).detach();
        ++own_threads;
    } catch (const std::system_error&) {
        began = false;
    }
    pthread_sigmask(SIG_SETMASK, &own, nullptr);
    return began;
}

unsigned program_threads() {
    std::error_code ignored;
    unsigned all = 0;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
        static_cast<void>(thread);
        ++all;
    }
    return all - own_threads;
}

} // namespace simulator::runtime
