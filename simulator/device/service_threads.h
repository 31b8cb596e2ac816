#pragma once

/// @file
/// The threads of a program that always wait for the device.

#include <cstdint>
#include <mutex>

#include "program/program.h"

namespace simulator::device {

/// Serves a stream's requests when no call of the program waits. One service thread of the program calls
/// functions, another one accesses memory, so that neither waits for the other.
class ServiceThreads : public runtime::Program {
public:
    /// Purpose of a service thread.
    enum class Role : std::uint8_t { functions, memory };

    /// Assigns a waiting thread to a role.
    void post(Role post, runtime::Program& thread);

    /// Removes a thread that no longer waits.
    void leave(const runtime::Program& thread);

    bool read(const runtime::RowTransfer& rows) override;
    void write(const runtime::RowTransfer& rows) override;
    void print(std::string_view) override {}
    void flush() override {}
    void call(cudaHostFn_t function, void* data) override;
    void call(cudaStreamCallback_t callback, cudaStream_t stream, cudaError_t status, void* data) override;
    void set_host_access(std::uint64_t address, std::size_t bytes, HostAccess access) override;
    bool share(std::uint64_t, std::uint64_t, std::size_t) override { return false; }
    void unshare(std::uint64_t, std::size_t) override {}

private:
    struct Slot {
        std::mutex mutex;
        runtime::Program* thread = nullptr;
    };
    template <class Act> static void act_on(Slot& slot, Act act);

    Slot functions_;
    Slot memory_;
};

} // namespace simulator::device
