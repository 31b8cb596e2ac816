#include "client/host_access.h"

#include <poll.h>
#include <semaphore.h>
#include <ucontext.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include "client/connection.h"
#include "client/line.h"
#include "client/pages.h"
#include "client/sites.h"
#include "memory/shared_range.h"
#include "protocol/own_threads.h"

namespace simulator::client {

namespace {

constexpr std::array watched = {SIGSEGV, SIGBUS};
constexpr int longest_wait_ms = 10'000;

std::array<struct sigaction, NSIG> previous; ///< by signal

/// What the handler hands over to the thread that tells.
struct Access {
    std::uint64_t address;
    const void* behind; ///< the instruction
};
Access access_to_tell;
sem_t asked;
std::atomic<bool> told = false;

const void* behind_instruction(const void* context) {
    const auto* user = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
    return reinterpret_cast<const void*>(user->uc_mcontext.gregs[REG_RIP] + 1);
#elif defined(__aarch64__)
    return reinterpret_cast<const void*>(user->uc_mcontext.pc + 1);
#endif
}

/// A thread of its own tells, because the one that a signal stops may hold any lock: the heap's, a stream's, ours.
void tell_when_asked() {
    for (;;) {
        while (sem_wait(&asked) != 0) {
        }
        if (Line* const line = own_line()) {
            const std::uint32_t site = site_of_place(*line, access_to_tell.behind);
            line->arguments().put(access_to_tell.address);
            line->ask(protocol::CallId::host_access, site);
        }
        told = true;
    }
}

void have_it_told(const Access& access) {
    access_to_tell = access;
    sem_post(&asked);
    // Whatever it waits for, the program ends.
    for (int waited = 0; !told && waited < longest_wait_ms; ++waited) {
        poll(nullptr, 0, 1);
    }
}

bool is_of_device(std::uint64_t address) { return address >= device_range_begin && address < heap_range_end; }

/// The handler. Does only what a handler may do.
void on_signal(int signal, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
    // Not sent by somebody, in which case the address would be none.
    const bool by_instruction = info->si_code > 0;
    if (by_instruction && waits_for_sharing(address)) {
        return;
    }
    static std::atomic_flag telling;
    if (by_instruction && is_of_device(address) && !is_forked() && !telling.test_and_set()) {
        have_it_told({address, behind_instruction(context)});
    }
    // The instruction is executed again, and fails again; any other signal is sent again.
    sigaction(signal, &previous.at(static_cast<std::size_t>(signal)), nullptr);
    if (!by_instruction) {
        raise(signal);
    }
}

/// A recursion of the host's without an end leaves no stack for a handler.
void give_handlers_a_stack() {
    alignas(16) static std::array<std::byte, std::size_t{64} * 1024> stack;
    stack_t own{};
    if (sigaltstack(nullptr, &own) == 0 && (own.ss_flags & SS_DISABLE) != 0) {
        stack_t given{};
        given.ss_sp = stack.data();
        given.ss_size = stack.size();
        sigaltstack(&given, nullptr);
    }
}

} // namespace

void watch_host_accesses() {
    sem_init(&asked, 0, 0);
    if (!protocol::start_own_thread(tell_when_asked)) {
        return;
    }
    connected().own_threads.fetch_add(1);
    give_handlers_a_stack();
    for (const int signal : watched) {
        struct sigaction action {};
        action.sa_sigaction = on_signal;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, &previous.at(static_cast<std::size_t>(signal)));
    }
}

} // namespace simulator::client
