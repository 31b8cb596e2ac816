#include "device/client.h"

#include <fmt/core.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <system_error>
#include <thread>

#include "device/session.h"
#include "program/notice.h"
#include "protocol/futex.h"

namespace simulator::device {

using protocol::Channel;

namespace {

using namespace std::chrono_literals;

// Interval at which serve() scans the channels even if the doorbell was not rung.
constexpr auto poll_interval = 100ms;

} // namespace

void Client::begin_session(std::size_t number) {
    const auto& state = shared_.states[number];
    if (state.load() != Channel::taken) {
        return; // most channels are free
    }
    const std::lock_guard lock(mutex_);
    if (state.load() == Channel::taken && served_.insert(number).second) {
        std::thread([this, number] { serve_channel(number); }).detach();
    }
}

void Client::serve_channel(std::size_t number) {
    Channel& channel = shared_.channels[number];
    try {
        serve_calls(*this, channel, ended_);
    } catch (const std::exception& error) {
        kill_program(error.what());
    }
    const std::lock_guard lock(mutex_);
    served_.erase(number);
    // Make the channel reusable for another thread of the program.
    channel.calls.reset();
    shared_.states[number].store(Channel::free);
    changed_.notify_all();
}

void Client::serve() {
    for (bool last = false; !last;) {
        last = ended_;
        const std::uint32_t rung = shared_.doorbell.load();
        for (std::size_t n = 0; n < shared_.channels.size(); ++n) {
            begin_session(n);
        }
        if (!last && shared_.doorbell.load() == rung) {
            protocol::futex_wait(shared_.doorbell, rung, poll_interval);
        }
    }
    const std::lock_guard lock(mutex_);
    serving_ = false;
    changed_.notify_all();
}

void Client::end() {
    ended_ = true;
    sequencer.release_all();
    // Wake sleeping threads, so that they notice at once that the program has ended.
    shared_.doorbell.fetch_add(1);
    protocol::futex_wake(shared_.doorbell);
    const std::lock_guard lock(mutex_);
    for (const std::size_t number : served_) {
        Channel& channel = shared_.channels[number];
        channel.calls.data_bell.fetch_add(1);
        protocol::futex_wake(channel.calls.data_bell);
        protocol::futex_wake(channel.mailbox.owner);
    }
}

bool Client::sessions_end_within(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, timeout, [this] { return !serving_ && served_.empty(); });
}

unsigned Client::threads() const {
    std::error_code ignored;
    unsigned all = 0;
    for (const auto& thread :
         std::filesystem::directory_iterator(fmt::format("/proc/{}/task", process_), ignored)) {
        static_cast<void>(thread);
        ++all;
    }
    const unsigned own = shared_.internal_threads.load();
    return all > own ? all - own : 0;
}

void Client::kill_program(const char* why) {
    runtime::print_notice(
        fmt::format("the program violates the protocol of its library and is stopped: {}", why));
    kill(process_, SIGKILL);
}

} // namespace simulator::device
