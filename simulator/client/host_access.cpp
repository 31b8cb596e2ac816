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
    bool writes;
};

/// What the handler hears from it.
enum class Reply : std::uint8_t { none, die, go_on };

Access access_to_tell;
sem_t asked;
std::atomic<Reply> reply = Reply::none;

const void* behind_instruction(const void* context) {
    const auto* user = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
    return reinterpret_cast<const void*>(user->uc_mcontext.gregs[REG_RIP] + 1);
#elif defined(__aarch64__)
    return reinterpret_cast<const void*>(user->uc_mcontext.pc + 1);
#endif
}

bool is_write(const void* context) {
#if defined(__x86_64__)
    constexpr std::uint64_t write = 2;
    return (static_cast<std::uint64_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR]) &
            write) != 0;
#else
    return false; // the kernel does not say
#endif
}

/// A thread of its own tells, because the one that a signal stops may hold any lock: the heap's, a stream's, ours.
void tell_when_asked() {
    for (;;) {
        while (sem_wait(&asked) != 0) {
        }
        bool goes_on = false;
        if (Line* const line = own_line()) {
            const std::uint32_t site = site_of_place(*line, access_to_tell.behind);
            protocol::Writer& arguments = line->arguments();
            arguments.put(access_to_tell.address);
            arguments.put(std::uint8_t{access_to_tell.writes});
            goes_on = line->ask(protocol::CallId::host_access, site) != 0;
        }
        reply = goes_on ? Reply::go_on : Reply::die;
    }
}

/// Whether the program may go on.
bool have_it_told(const Access& access) {
    reply = Reply::none;
    access_to_tell = access;
    sem_post(&asked);
    // Whatever it waits for, the program ends.
    for (int waited = 0; reply == Reply::none && waited < longest_wait_ms; ++waited) {
        poll(nullptr, 0, 1);
    }
    return reply == Reply::go_on;
}

/// Whether the device may have closed the page: one of its own, or one of the program's that it knows.
bool concerns_device(int signal, const siginfo_t& info, std::uint64_t address) {
    return (address >= pinned_range_begin && address < heap_range_end) ||
           (signal == SIGSEGV && info.si_code == SEGV_ACCERR);
}

/// The handler. Does only what a handler may do.
void on_signal(int signal, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
    // Not sent by somebody, in which case the address would be none.
    const bool by_instruction = info->si_code > 0;
    if (by_instruction && waits_for_sharing(address)) {
        return;
    }
    static std::atomic_flag telling;
    if (by_instruction && concerns_device(signal, *info, address) && !is_forked()) {
        if (telling.test_and_set()) {
            poll(nullptr, 0, 1); // another thread is at it: this one tries again
            return;
        }
        if (have_it_told({address, behind_instruction(context), is_write(context)})) {
            telling.clear();
            return;
        }
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
