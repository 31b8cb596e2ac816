#pragma once

/// @file
/// A thread of the program that waits for the device, as seen by the device process.

#include <atomic>
#include <span>

#include "program/program.h"
#include "protocol/channel.h"

namespace simulator::device {

/// Sends requests to the thread at a mailbox, for work that only the program can do. Not thread-safe. Does
/// nothing once the program has ended.
class HostThread : public runtime::Program {
public:
    /// @p mailbox and @p ended must outlive this object. @p ended: whether the program has ended.
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

    /// Completes the call: sends @p status, which the call returns, and @p bytes, its other results. The
    /// thread continues.
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
