#include "client/wishes.h"

#include <cuda_runtime_api.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>

#include "client/pages.h"
#include "client/stream_functions.h"

namespace simulator::client {

using protocol::Desk;
using protocol::Wish;

namespace {

std::byte* bytes_at(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }

void read_rows(Desk& desk) {
    for (std::uint64_t row = 0; row < desk.count; ++row) {
        std::memcpy(desk.data.data() + row * desk.width, bytes_at(desk.address) + row * desk.pitch,
                    desk.width);
    }
}

void write_rows(const Desk& desk) {
    for (std::uint64_t row = 0; row < desk.count; ++row) {
        std::memcpy(bytes_at(desk.address) + row * desk.pitch, desk.data.data() + row * desk.width,
                    desk.width);
    }
}

void call_function(const Desk& desk) {
    const auto function = reinterpret_cast<cudaHostFn_t>(desk.address);
    const InStreamFunction here;
    function(bytes_at(desk.argument));
}

void call_callback(const Desk& desk) {
    const auto callback = reinterpret_cast<cudaStreamCallback_t>(desk.address);
    const InStreamFunction here;
    callback(reinterpret_cast<cudaStream_t>(desk.stream), static_cast<cudaError_t>(desk.status),
             bytes_at(desk.argument));
}

} // namespace

void flush_output() {
    // A thread that died while it printed holds the stream for ever.
    if (ftrylockfile(stdout) == 0) {
        std::fflush(stdout);
        funlockfile(stdout);
    }
}

void fulfil(Desk& desk) {
    switch (desk.wish) {
        case Wish::take_answer: return;
        case Wish::read: return read_rows(desk);
        case Wish::write: return write_rows(desk);
        case Wish::print: std::fwrite(desk.data.data(), 1, desk.bytes, stdout); return;
        case Wish::flush: return flush_output();
        case Wish::call_function: return call_function(desk);
        case Wish::call_callback: return call_callback(desk);
        case Wish::open: return protect_pages(desk.address, desk.width, PROT_READ | PROT_WRITE);
        case Wish::open_for_reading: return protect_pages(desk.address, desk.width, PROT_READ);
        case Wish::close: return protect_pages(desk.address, desk.width, PROT_NONE);
        case Wish::share: desk.status = share_pages(desk.address, desk.argument, desk.width) ? 1 : 0; return;
        case Wish::unshare: return unshare_pages(desk.address, desk.width);
    }
}

} // namespace simulator::client
