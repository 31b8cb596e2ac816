#include "protocol/internal_threads.h"

#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

namespace simulator::protocol {

bool start_internal_thread(std::function<void()> body) {
    sigset_t all;
    sigset_t own;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &own);
    bool began = true;
    try {
        std::thread(std::move(body)).detach();
    } catch (const std::system_error&) {
        began = false;
    }
    pthread_sigmask(SIG_SETMASK, &own, nullptr);
    return began;
}

} // namespace simulator::protocol
