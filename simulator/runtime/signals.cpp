#include "runtime/signals.h"

#include <fmt/core.h>
#include <poll.h>
#include <semaphore.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <optional>

#include "runtime/call_site.h"
#include "runtime/explain_address.h"
#include "runtime/finish.h"
#include "runtime/own_threads.h"
#include "runtime/pointers.h"
#include "runtime/runtime.h"
#include "runtime/say.h"

namespace simulator::runtime {

namespace {

constexpr std::array deaths = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
constexpr std::array requests = {SIGINT, SIGTERM};
constexpr int longest_wait_ms = 60'000;
constexpr std::chrono::milliseconds request_patience{500};

std::array<struct sigaction, NSIG> previous; ///< by signal

/// What the handler hands over to the thread that tells.
struct HostAccess {
    Address address = 0;
    void* instruction = nullptr; ///< null: none to be told of
};
HostAccess access_to_tell;
bool requested = false; ///< by somebody outside: nothing is wrong
sem_t asked;
std::atomic<bool> told = false;

void* instruction_of(const void* context) {
    const auto* user = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
    return reinterpret_cast<void*>(user->uc_mcontext.gregs[REG_RIP] + 1);
#elif defined(__aarch64__)
    return reinterpret_cast<void*>(user->uc_mcontext.pc + 1);
#endif
}

void note_access(Runtime& runtime, const HostAccess& access, bool calls_stopped) {
    Finding finding;
    finding.kind = FindingKind::host_access;
    finding.place = host_place(CallChain{.caller = access.instruction});
    finding.address = access.address;
    // What is allocated may be about to change where calls have not stopped.
    const Allocation* near = calls_stopped ? runtime.memory.nearest(access.address) : nullptr;
    const bool managed = near != nullptr && near->origin == Origin::managed;
    finding.what = fmt::format("the host touches {} memory at {:#x}",
                               !managed     ? "device"
                               : near->live ? "what is beside managed"
                                            : "freed managed",
                               access.address);
    finding.where = near != nullptr ? explain_address(runtime.memory, access.address) : std::string();
    finding.advice = managed
                         ? "Managed memory is there for the host too, from its begin to its end, until it "
                           "is freed."
                         : "Device memory can only be touched by kernels. Copy it with cudaMemcpy, or "
                           "allocate it with cudaMallocManaged.";
    runtime.findings.add(std::move(finding));
}

void tell(Runtime& runtime) {
    // Whoever interrupts the program does not want to wait for a long kernel.
    const auto patience = requested ? std::optional(request_patience) : std::nullopt;
    const bool finished = finish_work(runtime, patience);
    const auto calls = finished ? stop_calls(runtime) : std::unique_lock<std::timed_mutex>();
    if (access_to_tell.instruction != nullptr) {
        note_access(runtime, access_to_tell, calls.owns_lock());
    }
    tell_all(runtime, calls.owns_lock());
}

/// A thread of its own tells, because the one that a signal stops may hold any lock: the heap's, a stream's,
/// ours.
[[noreturn]] void tell_when_asked() {
    for (;;) {
        while (sem_wait(&asked) != 0) {
        }
        try {
            tell(*Runtime::if_started());
        } catch (const std::exception& error) {
            say(fmt::format("what was found cannot be told: {}", error.what()));
        }
        told = true;
    }
}

void have_it_told(const HostAccess& access) {
    access_to_tell = access;
    told = false;
    sem_post(&asked);
    // Whatever it waits for, the program ends.
    for (int waited = 0; !told && waited < longest_wait_ms; ++waited) {
        poll(nullptr, 0, 1);
    }
}

/// The handler. Does only what a handler may do.
void on_signal(int signal, siginfo_t* info, void* context) {
    const struct sigaction& before = previous.at(static_cast<std::size_t>(signal));
    // First of all: the same signal again, also while telling, ends the process.
    sigaction(signal, &before, nullptr);

    const bool by_default = before.sa_handler == SIG_DFL;
    // Not sent by somebody, in which case the address would be none either.
    const bool by_instruction =
        (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE) && info->si_code > 0;
    HostAccess access;
    Runtime* const runtime = Runtime::if_started();
    if (by_instruction && runtime->memory.reserved(address_of(info->si_addr))) {
        access = {address_of(info->si_addr), instruction_of(context)};
    }
    // Where the program has a handler of its own, it may well go on.
    const bool ends = by_default || signal == SIGABRT || access.instruction != nullptr;
    if (ends && is_owner() && begin_to_tell()) {
        requested = signal == SIGINT || signal == SIGTERM;
        have_it_told(access);
        if (!by_default) {
            end_to_tell();
        }
    }
    // The instruction is executed again, and fails again; any other signal is sent again.
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

void watch(int signal) {
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, &previous.at(static_cast<std::size_t>(signal)));
}

bool is_default(int signal) {
    struct sigaction now {};
    return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL;
}

} // namespace

void watch_signals() {
    sem_init(&asked, 0, 0);
    if (!start_own_thread(tell_when_asked)) {
        return;
    }
    give_handlers_a_stack();
    for (const int signal : deaths) {
        watch(signal);
    }
    for (const int signal : requests) {
        if (is_default(signal)) {
            watch(signal);
        }
    }
}

} // namespace simulator::runtime
