#pragma once

/// @file
/// A thread of the program that waits for the device, seen from here.

#include <atomic>
#include <span>

#include "program/program.h"
#include "protocol/channel.h"

namespace simulator::device {

/// Has the thread at a mailbox do what only the program can do. One thread at a time; when the program has ended nothing
/// is done.
class HostThread : public runtime::Program {
public:
    /// Both outlive it. @p ended: the program is no more.
    HostThread(protocol::Mailbox& mailbox, const std::atomic<bool>& ended)
        : mailbox_(mailbox), ended_(ended) {}

    bool read(const runtime::RowTransfer& rows) override;
    void write(const runtime::RowTransfer& rows) override;
    void print(std::string_view text) override;
    void flush() override;
    void call(cudaHostFn_t function, void* data) override;
    void call(cudaStreamCallback_t callback, cudaStream_t stream, cudaError_t status, void* data) override;
    void set_host_access(std::uint64_t address, std::size_t bytes, HostAccess access) override;
    bool share(std::uint64_t address, std::uint64_t shared, std::size_t bytes) override;
    void unshare(std::uint64_t address, std::size_t bytes) override;

    /// The call is over: the thread goes on. @p status is what a call returns, @p bytes what else it gives.
    void answer(std::int32_t status, std::span<const std::byte> bytes);

private:
    bool request(protocol::HostRequest what);
    void request_page_change(protocol::HostRequest what, std::uint64_t address, std::uint64_t shared,
                             std::size_t bytes);
    template <class Move> bool in_chunks(const runtime::RowTransfer& rows, Move move);

    protocol::Mailbox& mailbox_;
    const std::atomic<bool>& ended_;
};

} // namespace simulator::device
