#pragma once

/// @file
/// A program as its device process knows it.

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

/// Fat binaries by the numbers that the program gives them.
using Images = std::map<std::uint32_t, runtime::Module*>;

/// What its threads' channels have in common.
class Client {
public:
    /// @p shared outlives it.
    Client(protocol::SharedChannels& shared, pid_t process) : shared_(shared), process_(process) {}

    CallSequencer sequencer;        ///< the order of its calls
    Sites sites;                    ///< where these stand
    ServiceThreads service_threads; ///< its threads that always wait
    Images images;                  ///< that it has registered; for who holds the lock of the runtime

    /// Serves channels as the program takes them, until it ends. Never returns before.
    void serve();
    /// It has ended: what it has sent is done, and nothing is asked of it any more.
    void end();
    /// Waits until nothing is left of what it has sent. False when that takes longer than @p timeout.
    bool sessions_end_within(std::chrono::milliseconds timeout);
    /// How many threads it has itself.
    [[nodiscard]] unsigned threads() const;
    /// It breaks the rules of the protocol, and dies of it.
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
