#include "device/session.h"

#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include <array>
#include <vector>

#include "device/host_thread.h"
#include "device/messages.h"
#include "program/call.h"
#include "protocol/calls.h"

namespace simulator::device {

using protocol::CallHeader;
using protocol::CallId;

namespace {

// The arguments of a kernel are at most 32764 bytes, but names of kernels may be long.
constexpr std::uint32_t max_call_bytes = 1 << 20;

using CallHandler = std::int32_t (*)(Client&, protocol::Reader&, protocol::Writer&);

// Some are deprecated, but still supported.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
/// Handlers in the order of CallId.
constexpr std::array call_handlers = {
#define CALL(name)                                                                         \
    CallHandler{[](Client&, protocol::Reader& in, protocol::Writer& out) -> std::int32_t { \
        return protocol::invoke(&::name, in, out);                                         \
    }},
#define PLAIN(name) CALL(name)
#define MESSAGE(name) CallHandler{messages::name},
#include "protocol/calls.def"
};
#pragma GCC diagnostic pop
static_assert(call_handlers.size() == static_cast<std::size_t>(CallId::count));

/// A call that is read from the ring.
struct ReceivedCall {
    CallHeader header;
    std::vector<std::byte> body;
};

bool receive(protocol::RingReader& calls, ReceivedCall& call) {
    if (!calls.read(std::as_writable_bytes(std::span(&call.header, 1)))) {
        return false;
    }
    if (call.header.bytes > max_call_bytes) {
        throw protocol::ChannelError("a call that is too long");
    }
    call.body.resize(call.header.bytes);
    return calls.read(call.body);
}

} // namespace

Answer answer_call(Client& client, const CallHeader& header, std::span<const std::byte> body,
                   runtime::Program* program) {
    if (header.call >= call_handlers.size()) {
        throw protocol::ChannelError("an unknown call");
    }
    runtime::current_call() = {.site = client.sites.at(header.site),
                               .program = program,
                               .in_stream_function = (header.flags & CallHeader::in_stream_function) != 0,
                               .on_sequenced = [&] { client.sequencer.advance_past(header.number); }};
    protocol::Reader in(body);
    Answer answer;
    answer.status = call_handlers.at(header.call)(client, in, answer.out);
    runtime::current_call() = {};
    client.sequencer.advance_past(header.number);
    return answer;
}

void serve_calls(Client& client, protocol::Channel& channel, const std::atomic<bool>& ended) {
    const protocol::LivenessCheck program = [&] { return !ended.load(); };
    protocol::RingReader calls(channel.calls, program);
    HostThread host_thread(channel.mailbox, ended);
    bool is_service_thread = false; // whether the mailbox belongs to service_threads from now on
    for (ReceivedCall received; receive(calls, received);) {
        client.sequencer.wait_for(received.header.number);
        if (received.header.call == static_cast<std::uint16_t>(CallId::leave)) {
            client.sequencer.advance_past(received.header.number);
            break;
        }
        if (is_service_thread) {
            throw protocol::ChannelError("a service thread sent a call");
        }
        const bool awaited = (received.header.flags & CallHeader::expects_reply) != 0;
        const Answer answer =
            answer_call(client, received.header, received.body, awaited ? &host_thread : nullptr);
        is_service_thread = received.header.call == static_cast<std::uint16_t>(CallId::serve_streams);
        // A service thread never gets a reply: it waits forever.
        if (awaited && !is_service_thread) {
            host_thread.answer(answer.status, answer.out.data());
        }
    }
    client.service_threads.leave(host_thread);
}

} // namespace simulator::device
