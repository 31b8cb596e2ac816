#include "client/host_requests.h"

#include <cuda_runtime_api.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>

#include "client/pages.h"
#include "client/stream_functions.h"

namespace simulator::client {

using protocol::HostRequest;
using protocol::Mailbox;

namespace {

std::byte* bytes_at(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }

void read_rows(Mailbox& mailbox) {
    for (std::uint64_t row = 0; row < mailbox.count; ++row) {
        std::memcpy(mailbox.data.data() + row * mailbox.width,
                    bytes_at(mailbox.address) + row * mailbox.pitch, mailbox.width);
    }
}

void write_rows(const Mailbox& mailbox) {
    for (std::uint64_t row = 0; row < mailbox.count; ++row) {
        std::memcpy(bytes_at(mailbox.address) + row * mailbox.pitch,
                    mailbox.data.data() + row * mailbox.width, mailbox.width);
    }
}

void call_function(const Mailbox& mailbox) {
    const auto function = reinterpret_cast<cudaHostFn_t>(mailbox.address);
    const StreamFunctionScope scope;
    function(bytes_at(mailbox.argument));
}

void call_callback(const Mailbox& mailbox) {
    const auto callback = reinterpret_cast<cudaStreamCallback_t>(mailbox.address);
    const StreamFunctionScope scope;
    callback(reinterpret_cast<cudaStream_t>(mailbox.stream), static_cast<cudaError_t>(mailbox.status),
             bytes_at(mailbox.argument));
}

} // namespace

void flush_output() {
    // A thread that died while it printed holds the stream's lock forever.
    if (ftrylockfile(stdout) == 0) {
        std::fflush(stdout);
        funlockfile(stdout);
    }
}

void serve(Mailbox& mailbox) {
    switch (mailbox.request) {
        case HostRequest::take_answer: return;
        case HostRequest::read: return read_rows(mailbox);
        case HostRequest::write: return write_rows(mailbox);
        case HostRequest::print: std::fwrite(mailbox.data.data(), 1, mailbox.bytes, stdout); return;
        case HostRequest::flush: return flush_output();
        case HostRequest::call_function: return call_function(mailbox);
        case HostRequest::call_callback: return call_callback(mailbox);
        case HostRequest::allow_access:
            return protect_pages(mailbox.address, mailbox.width, PROT_READ | PROT_WRITE);
        case HostRequest::allow_reads: return protect_pages(mailbox.address, mailbox.width, PROT_READ);
        case HostRequest::deny_access: return protect_pages(mailbox.address, mailbox.width, PROT_NONE);
        case HostRequest::share:
            mailbox.status = share_pages(mailbox.address, mailbox.argument, mailbox.width) ? 1 : 0;
            return;
        case HostRequest::unshare: return unshare_pages(mailbox.address, mailbox.width);
    }
}

} // namespace simulator::client
