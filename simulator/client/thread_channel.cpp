#include "client/thread_channel.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "client/connection.h"
#include "client/host_requests.h"
#include "client/stream_functions.h"
#include "protocol/mailbox_ownership.h"

namespace simulator::client {

using protocol::CallHeader;
using protocol::CallId;
using protocol::Channel;
using protocol::Mailbox;

namespace {

using namespace std::chrono_literals;

Channel& take_channel(protocol::SharedChannels& shared) {
    for (;;) {
        for (std::size_t n = 0; n < shared.channels.size(); ++n) {
            std::uint32_t free = Channel::free;
            if (shared.states[n].load() == Channel::free &&
                shared.states[n].compare_exchange_strong(free, Channel::taken)) {
                shared.doorbell.fetch_add(1);
                protocol::futex_wake(shared.doorbell);
                return shared.channels[n];
            }
        }
        std::this_thread::sleep_for(1ms);
    }
}

bool is_device_alive(const protocol::SharedChannels& shared) {
    // In another PID namespace the program cannot see the device process. Then `simulate` ends the program
    // with the device.
    if (!can_see_device() || kill(shared.device.load(), 0) == 0 || errno != ESRCH) {
        return true;
    }
    print_error("the simulated device has ended");
    _exit(1);
}

/// Returns the channel when the thread ends.
struct ChannelOwner {
    ThreadChannel* channel = nullptr;
    ~ChannelOwner();
};
thread_local ChannelOwner owned_channel;
/// The same channel. It has no destructor, so it stays valid after owned_channel is destroyed.
thread_local ThreadChannel* current_channel = nullptr;

ChannelOwner::~ChannelOwner() {
    current_channel = nullptr;
    if (!is_forked()) {
        delete channel;
    }
}

} // namespace

ThreadChannel* current_thread_channel() {
    if (is_forked()) {
        return nullptr;
    }
    if (current_channel == nullptr) {
        protocol::SharedChannels& shared = ensure_connected();
        current_channel = new ThreadChannel(shared);
        owned_channel.channel = current_channel;
    }
    return current_channel;
}

ThreadChannel::ThreadChannel(protocol::SharedChannels& shared)
    : shared_(shared), channel_(take_channel(shared)), device_([this] { return is_device_alive(shared_); }),
      calls_(channel_.calls, device_) {}

ThreadChannel::~ThreadChannel() { send(CallId::leave, 0, 0); }

void ThreadChannel::send(CallId call, std::uint32_t site, std::uint16_t flags) {
    const std::span<const std::byte> body = arguments_.data();
    const auto in_function = is_in_stream_function() ? CallHeader::in_stream_function : 0;
    const CallHeader header = {.number = shared_.calls.fetch_add(1),
                               .bytes = static_cast<std::uint32_t>(body.size()),
                               .site = site,
                               .call = static_cast<std::uint16_t>(call),
                               .flags = static_cast<std::uint16_t>(flags | in_function),
                               .unused = 0};
    calls_.write(std::as_bytes(std::span(&header, 1)));
    calls_.write(body);
    calls_.ring_bell();
}

void ThreadChannel::send(CallId call, std::uint32_t site) { send(call, site, 0); }

void ThreadChannel::wait() {
    protocol::wait_for_ownership(channel_.mailbox.owner, Mailbox::owned_by_program,
                                 channel_.mailbox.program_sleeps, device_);
}

/// Serves requests of the device until the reply arrives.
void ThreadChannel::serve_until_reply() {
    Mailbox& mailbox = channel_.mailbox;
    for (wait(); mailbox.request != protocol::HostRequest::take_answer; wait()) {
        serve(mailbox);
        protocol::pass_ownership(mailbox.owner, Mailbox::owned_by_device, mailbox.device_sleeps);
    }
}

std::int32_t ThreadChannel::send_and_wait(CallId call, std::uint32_t site) {
    channel_.mailbox.owner.store(Mailbox::owned_by_device);
    send(call, site, CallHeader::expects_reply);
    serve_until_reply();
    return channel_.mailbox.status;
}

std::span<const std::byte> ThreadChannel::answer() const {
    return std::span(channel_.mailbox.data).first(channel_.mailbox.bytes);
}

void ThreadChannel::serve_forever(CallId call, std::latch& sent) {
    channel_.mailbox.owner.store(Mailbox::owned_by_device);
    send(call, 0, CallHeader::expects_reply);
    sent.count_down();
    for (;;) {
        serve_until_reply();
    }
}

} // namespace simulator::client
