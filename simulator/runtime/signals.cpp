#include "runtime/signals.h"

#include <fmt/format.h>

#include <csignal>

#include "runtime/call_site.h"
#include "runtime/explain_address.h"
#include "runtime/finish.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

namespace {

struct sigaction previous_fault;
struct sigaction previous_abort;

void* instruction_of(const void* context) {
    const auto* user = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
    return reinterpret_cast<void*>(user->uc_mcontext.gregs[REG_RIP] + 1);
#elif defined(__aarch64__)
    return reinterpret_cast<void*>(user->uc_mcontext.pc + 1);
#endif
}

void note_access(Runtime& runtime, Address address, const void* context) {
    Finding finding;
    finding.kind = FindingKind::host_access;
    finding.place = host_place(CallChain{.caller = instruction_of(context)});
    finding.address = address;
    finding.what = fmt::format("the host touches device memory at {:#x}", address);
    finding.where = explain_address(runtime.memory, address);
    finding.advice =
        "Device memory can only be touched by kernels. Copy it with cudaMemcpy, or allocate it with "
        "cudaMallocManaged.";
    runtime.findings.add(std::move(finding));
}

/// The handler. Memory at the addresses of the GPU is touched by a plain load or store of the program, which holds no
/// lock of ours, so that telling is safe here although it is more than a signal handler may do in general.
void on_fault(int, siginfo_t* info, void* context) {
    // First of all: a second fault while telling must end the process.
    sigaction(SIGSEGV, &previous_fault, nullptr);
    Runtime* const runtime = Runtime::if_started();
    const auto address = reinterpret_cast<Address>(info->si_addr);
    if (runtime != nullptr && runtime->memory.reserved(address)) {
        note_access(*runtime, address, context);
        tell_all(*runtime);
    }
    // The instruction is executed again and faults again.
}

/// A program that gives up by abort() has its findings told too.
void on_abort(int) {
    sigaction(SIGABRT, &previous_abort, nullptr);
    if (Runtime* const runtime = Runtime::if_started()) {
        tell_all(*runtime);
    }
}

} // namespace

void watch_signals() {
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &previous_fault);

    struct sigaction on_giving_up {};
    on_giving_up.sa_handler = on_abort;
    sigemptyset(&on_giving_up.sa_mask);
    sigaction(SIGABRT, &on_giving_up, &previous_abort);
}

} // namespace simulator::runtime
