#pragma once

/// @file
/// What is known of kernels that were launched before.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "protocol/launch.h"
#include "protocol/wire.h"

namespace simulator::client {

/// Launches that the device has accepted, and would accept again: these need not be answered.
class AcceptedLaunches {
public:
    /// Puts the packed arguments behind a launch that is accepted again. False when that is not known.
    bool pack(const protocol::LaunchMessage& launch, void* const* arguments, protocol::Writer& out);
    /// The device has accepted a launch, and says with @p answer where the kernel wants its arguments.
    void add(const protocol::LaunchMessage& launch, protocol::Reader answer, std::uint64_t epoch);
    /// From now on nothing is known to be accepted.
    void forget() { ++epoch_; }
    /// Changes with each forget().
    [[nodiscard]] std::uint64_t epoch() const { return epoch_; }

private:
    struct Parameter {
        std::uint32_t offset, bytes;
    };
    struct Kernel {
        std::uint32_t bytes = 0; ///< of all parameters
        std::vector<Parameter> parameters = {};
        std::uint64_t epoch = 0; ///< in which the launches were accepted
        std::vector<protocol::LaunchMessage> launches = {};
    };

    std::mutex mutex_;
    std::atomic<std::uint64_t> epoch_ = 1;
    std::unordered_map<std::uint64_t, Kernel> kernels_; ///< by function
};

} // namespace simulator::client
