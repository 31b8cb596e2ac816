#include "client/line.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "client/connection.h"
#include "client/stream_functions.h"
#include "client/wishes.h"
#include "protocol/turns.h"

namespace simulator::client {

using protocol::CallHeader;
using protocol::CallId;
using protocol::Channel;
using protocol::Desk;

namespace {

using namespace std::chrono_literals;

Channel& take_channel(protocol::Shared& shared) {
    for (;;) {
        for (std::size_t n = 0; n < shared.channels.size(); ++n) {
            std::uint32_t free = Channel::free;
            if (shared.states[n].load() == Channel::free &&
                shared.states[n].compare_exchange_strong(free, Channel::taken)) {
                shared.doorbell.fetch_add(1);
                protocol::wake(shared.doorbell);
                return shared.channels[n];
            }
        }
        std::this_thread::sleep_for(1ms);
    }
}

bool is_there(const protocol::Shared& shared) {
    // In a namespace of its own a program sees no process of its device. Then `simulate` ends it with the device.
    if (!sees_device() || kill(shared.device.load(), 0) == 0 || errno != ESRCH) {
        return true;
    }
    complain("the simulated device has ended");
    _exit(1);
}

/// Gives the line back when the thread ends.
struct Held {
    Line* line = nullptr;
    ~Held();
};
thread_local Held held;
/// The same, also when the other one is gone already.
thread_local Line* current = nullptr;

Held::~Held() {
    current = nullptr;
    if (!is_forked()) {
        delete line;
    }
}

} // namespace

Line* own_line() {
    if (is_forked()) {
        return nullptr;
    }
    if (current == nullptr) {
        protocol::Shared& shared = connected();
        current = new Line(shared);
        held.line = current;
    }
    return current;
}

Line::Line(protocol::Shared& shared)
    : shared_(shared), channel_(take_channel(shared)), device_([this] { return is_there(shared_); }),
      calls_(channel_.calls, device_) {}

Line::~Line() { send(CallId::leave, 0, 0); }

void Line::send(CallId call, std::uint32_t site, std::uint16_t flags) {
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

void Line::send(CallId call, std::uint32_t site) { send(call, site, 0); }

void Line::wait() {
    protocol::wait_for_turn(channel_.desk.turn, Desk::of_program, channel_.desk.program_sleeps, device_);
}

/// Does what the device wants, until it wants nothing more.
void Line::serve() {
    Desk& desk = channel_.desk;
    for (wait(); desk.wish != protocol::Wish::take_answer; wait()) {
        fulfil(desk);
        protocol::hand_over(desk.turn, Desk::of_device, desk.device_sleeps);
    }
}

std::int32_t Line::ask(CallId call, std::uint32_t site) {
    channel_.desk.turn.store(Desk::of_device);
    send(call, site, CallHeader::answered);
    serve();
    return channel_.desk.status;
}

std::span<const std::byte> Line::answer() const {
    return std::span(channel_.desk.data).first(channel_.desk.bytes);
}

void Line::attend(CallId call, std::latch& sent) {
    channel_.desk.turn.store(Desk::of_device);
    send(call, 0, CallHeader::answered);
    sent.count_down();
    for (;;) {
        serve();
    }
}

} // namespace simulator::client
