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
#include "client/pages.h"
#include "client/sites.h"
#include "client/thread_channel.h"
#include "memory/shared_range.h"
#include "protocol/internal_threads.h"

namespace simulator::client {

namespace {

constexpr std::array handled_signals = {SIGSEGV, SIGBUS};
constexpr int max_wait_ms = 10'000;

std::array<struct sigaction, NSIG> previous_actions; ///< indexed by signal number

/// An access that faulted, passed from the signal handler to the thread that reports accesses.
struct FaultingAccess {
    std::uint64_t address;
    const void* return_address; ///< start of the faulting instruction + 1, as site_of_address() needs it
    bool writes;
};

/// Reply to the signal handler, from the thread that reports accesses.
enum class Reply : std::uint8_t { none, terminate, resume };

FaultingAccess pending_access;
sem_t access_reported;
std::atomic<Reply> reply = Reply::none;

const void* instruction_address_plus_one(const void* context) {
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
    return false; // the kernel does not report it
#endif
}

/// Runs on an internal thread, because the thread that a signal interrupts may hold any lock: of the heap, of
/// a stream, of this library.
void forward_accesses() {
    for (;;) {
        while (sem_wait(&access_reported) != 0) {
        }
        bool may_resume = false;
        if (ThreadChannel* const channel = current_thread_channel()) {
            const std::uint32_t site = site_of_address(*channel, pending_access.return_address);
            protocol::Writer& arguments = channel->arguments();
            arguments.put(pending_access.address);
            arguments.put(std::uint8_t{pending_access.writes});
            may_resume = channel->send_and_wait(protocol::CallId::host_access, site) != 0;
        }
        reply = may_resume ? Reply::resume : Reply::terminate;
    }
}

/// Has an access reported. Returns whether the program may continue.
bool forward_and_wait(const FaultingAccess& access) {
    reply = Reply::none;
    pending_access = access;
    sem_post(&access_reported);
    // The program ends after max_wait_ms, whatever the reporting thread waits for.
    for (int waited = 0; reply == Reply::none && waited < max_wait_ms; ++waited) {
        poll(nullptr, 0, 1);
    }
    return reply == Reply::resume;
}

/// Returns whether the device may have closed the page: a page of the device's ranges, or a shared page of
/// the program.
bool may_be_device_page(int signal, const siginfo_t& info, std::uint64_t address) {
    return (address >= pinned_range_begin && address < heap_range_end) ||
           (signal == SIGSEGV && info.si_code == SEGV_ACCERR);
}

/// The signal handler. Calls only async-signal-safe functions.
void on_signal(int signal, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
    // A signal sent by kill() has si_code <= 0 and no valid si_addr.
    const bool by_instruction = info->si_code > 0;
    if (by_instruction && wait_while_sharing(address)) {
        return;
    }
    static std::atomic_flag is_forwarding;
    if (by_instruction && may_be_device_page(signal, *info, address) && !is_forked()) {
        if (is_forwarding.test_and_set()) {
            poll(nullptr, 0, 1); // another thread reports an access: retry the instruction
            return;
        }
        if (forward_and_wait({address, instruction_address_plus_one(context), is_write(context)})) {
            is_forwarding.clear();
            return;
        }
    }
    // The instruction runs again and faults again, now with the previous action. Any other signal is raised
    // again.
    sigaction(signal, &previous_actions.at(static_cast<std::size_t>(signal)), nullptr);
    if (!by_instruction) {
        raise(signal);
    }
}

/// Sets up an alternate signal stack: infinite recursion on the host leaves no stack for a handler.
void set_up_signal_stack() {
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

void install_access_handlers() {
    sem_init(&access_reported, 0, 0);
    if (!protocol::start_internal_thread(forward_accesses)) {
        return;
    }
    ensure_connected().internal_threads.fetch_add(1);
    set_up_signal_stack();
    for (const int signal : handled_signals) {
        struct sigaction action {};
        action.sa_sigaction = on_signal;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, &previous_actions.at(static_cast<std::size_t>(signal)));
    }
}

} // namespace simulator::client
