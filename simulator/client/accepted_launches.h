#pragma once

/// @file
/// Cache of launches that the device has accepted.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "protocol/launch.h"
#include "protocol/wire.h"

namespace simulator::client {

/// Caches launches that the device has accepted and would accept again, so that the program need not wait for
/// a reply.
class AcceptedLaunches {
public:
    /// Appends the launch and its packed arguments to @p out if the launch is cached. Returns false if it is
    /// not.
    bool pack(const protocol::LaunchMessage& launch, void* const* arguments, protocol::Writer& out);
    /// Caches a launch that the device has accepted in @p epoch. @p answer holds the layout of the kernel's
    /// arguments.
    void add(const protocol::LaunchMessage& launch, protocol::Reader answer, std::uint64_t epoch);
    /// Invalidates all cached launches.
    void forget() { ++epoch_; }
    /// Returns the current epoch, which each forget() increments.
    [[nodiscard]] std::uint64_t epoch() const { return epoch_; }

private:
    struct Parameter {
        std::uint32_t offset, bytes;
    };
    struct Kernel {
        std::uint32_t bytes = 0; ///< bytes of all parameters together
        std::vector<Parameter> parameters = {};
        std::uint64_t epoch = 0; ///< epoch in which the launches were accepted
        std::vector<protocol::LaunchMessage> launches = {};
    };

    std::mutex mutex_;
    std::atomic<std::uint64_t> epoch_ = 1;
    std::unordered_map<std::uint64_t, Kernel> kernels_; ///< keyed by address of the function
};

} // namespace simulator::client
