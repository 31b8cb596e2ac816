#pragma once

/// @file
/// A program that is connected to the device process.

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "device/call_sequencer.h"
#include "device/service_threads.h"
#include "device/sites.h"
#include "protocol/channel.h"

namespace simulator::runtime {
class Module;
}

namespace simulator::device {

/// Fat binaries by the numbers that the program assigns.
using Images = std::map<std::uint32_t, runtime::Module*>;

/// State that all channels of a program share.
class Client {
public:
    /// @p shared must outlive this object.
    Client(protocol::SharedChannels& shared, pid_t process) : shared_(shared), process_(process) {}

    CallSequencer sequencer;        ///< order of its calls
    Sites sites;                    ///< its call sites
    ServiceThreads service_threads; ///< its threads that always wait for the device
    Images images;                  ///< registered fat binaries; guarded by Calls::mutex of the runtime

    /// Starts a session for each channel that the program takes, until the program ends. Returns only then.
    void serve();
    /// Records that the program has ended. Its earlier calls are still served, but it receives no more
    /// requests.
    void end();
    /// Waits until all sessions have ended. Returns false if that takes longer than @p timeout.
    bool sessions_end_within(std::chrono::milliseconds timeout);
    /// Returns the number of the program's threads, without those of the client library.
    [[nodiscard]] unsigned threads() const;
    /// Prints @p why and kills the program, because it violates the protocol.
    void kill_program(const char* why);

private:
    void serve_channel(std::size_t number);
    void begin_session(std::size_t number);

    protocol::SharedChannels& shared_;
    const pid_t process_;
    std::atomic<bool> ended_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::set<std::size_t> served_;
    bool serving_ = true;
};

} // namespace simulator::device
