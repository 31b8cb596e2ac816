#include "device/host_thread.h"

#include <algorithm>
#include <cstring>

#include "protocol/mailbox_ownership.h"
#include "protocol/pointers.h"

namespace simulator::device {

using protocol::HostRequest;
using protocol::Mailbox;
using protocol::number_of;
using runtime::RowTransfer;

namespace {

/// Copies rows that fit into a mailbox.
void copy_rows(std::byte* to, std::size_t to_pitch, const std::byte* from, std::size_t from_pitch,
               std::size_t width, std::size_t count) {
    for (std::size_t row = 0; row < count; ++row) {
        std::memcpy(to + row * to_pitch, from + row * from_pitch, width);
    }
}

} // namespace

/// Sends a request and waits until the program has served it. Returns false if the program has ended.
bool HostThread::request(HostRequest what) {
    if (ended_) {
        return false;
    }
    mailbox_.request = what;
    protocol::pass_ownership(mailbox_.owner, Mailbox::owned_by_program, mailbox_.program_sleeps);
    return protocol::wait_for_ownership(mailbox_.owner, Mailbox::owned_by_device, mailbox_.device_sleeps,
                                        [this] { return !ended_.load(); });
}

/// Calls @p move for chunks that fit into the mailbox. Returns false if @p move returned false for one chunk.
template <class Move> bool HostThread::in_chunks(const RowTransfer& rows, Move move) {
    const std::size_t width = std::min(rows.width, Mailbox::capacity);
    const std::size_t max_rows = width == 0 ? 0 : Mailbox::capacity / width;
    for (std::size_t column = 0; column < rows.width; column += width) {
        const std::size_t chunk = std::min(width, rows.width - column);
        for (std::size_t row = 0; row < rows.count; row += max_rows) {
            const std::size_t count = std::min(max_rows, rows.count - row);
            mailbox_.address = number_of(rows.there) + row * rows.program_pitch + column;
            mailbox_.pitch = rows.program_pitch;
            mailbox_.width = chunk;
            mailbox_.count = count;
            if (!move(rows.here + row * rows.device_pitch + column, chunk, count)) {
                return false;
            }
        }
    }
    return true;
}

bool HostThread::read(const RowTransfer& rows) {
    return in_chunks(rows, [&](std::byte* here, std::size_t width, std::size_t count) {
        if (!request(HostRequest::read)) {
            return false;
        }
        copy_rows(here, rows.device_pitch, mailbox_.data.data(), width, width, count);
        return true;
    });
}

void HostThread::write(const RowTransfer& rows) {
    in_chunks(rows, [&](const std::byte* here, std::size_t width, std::size_t count) {
        copy_rows(mailbox_.data.data(), width, here, rows.device_pitch, width, count);
        return request(HostRequest::write);
    });
}

void HostThread::print(std::string_view text) {
    while (!text.empty()) {
        const std::string_view chunk = text.substr(0, Mailbox::capacity);
        std::memcpy(mailbox_.data.data(), chunk.data(), chunk.size());
        mailbox_.bytes = static_cast<std::uint32_t>(chunk.size());
        if (!request(HostRequest::print)) {
            return;
        }
        text.remove_prefix(chunk.size());
    }
}

void HostThread::flush() { request(HostRequest::flush); }

void HostThread::call(cudaHostFn_t function, void* data) {
    mailbox_.address = number_of(function);
    mailbox_.argument = number_of(data);
    request(HostRequest::call_function);
}

void HostThread::call(cudaStreamCallback_t callback, cudaStream_t stream, cudaError_t status, void* data) {
    mailbox_.address = number_of(callback);
    mailbox_.argument = number_of(data);
    mailbox_.stream = number_of(stream);
    mailbox_.status = status;
    request(HostRequest::call_callback);
}

void HostThread::request_page_change(HostRequest what, std::uint64_t address, std::uint64_t shared,
                                     std::size_t bytes) {
    mailbox_.address = address;
    mailbox_.argument = shared;
    mailbox_.width = bytes;
    mailbox_.status = 0;
    request(what);
}

void HostThread::set_host_access(std::uint64_t address, std::size_t bytes, HostAccess access) {
    const HostRequest what = access == HostAccess::all    ? HostRequest::allow_access
                             : access == HostAccess::read ? HostRequest::allow_reads
                                                          : HostRequest::deny_access;
    request_page_change(what, address, 0, bytes);
}

bool HostThread::share(std::uint64_t address, std::uint64_t shared, std::size_t bytes) {
    request_page_change(HostRequest::share, address, shared, bytes);
    return mailbox_.status != 0;
}

void HostThread::unshare(std::uint64_t address, std::size_t bytes) {
    request_page_change(HostRequest::unshare, address, 0, bytes);
}

void HostThread::answer(std::int32_t status, std::span<const std::byte> bytes) {
    std::memcpy(mailbox_.data.data(), bytes.data(), std::min(bytes.size(), Mailbox::capacity));
    mailbox_.bytes = static_cast<std::uint32_t>(std::min(bytes.size(), Mailbox::capacity));
    mailbox_.status = status;
    mailbox_.request = HostRequest::take_answer;
    protocol::pass_ownership(mailbox_.owner, Mailbox::owned_by_program, mailbox_.program_sleeps);
}

} // namespace simulator::device
