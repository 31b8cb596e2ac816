#include "grading/runner_client/buffers_client.h"

#include <span>
#include <utility>

#include <nlohmann/json.hpp>

#include "grading/channel/protocol.h"

namespace grader {
namespace {

using nlohmann::json;

/// Builds the request @p what for the buffers of @p layout. The argument struct and then @p more follow as
/// raw bytes.
Packet make_layout_request(const kernelsmith::Layout& layout, const char* what, json details,
                           const std::vector<std::uint8_t>& more = {}) {
    Packet request{std::move(details)};
    request.document["do"] = what;
    json buffers = json::array();
    for (const kernelsmith::Buffer& buffer : layout.buffers)
        buffers.push_back({{"bytes", buffer.bytes()},
                           {"element_bytes", buffer.element_bytes},
                           {"misalignment", buffer.misalignment},
                           {"pointer_offset", buffer.pointer_offset},
                           {"poisoned", buffer.role == kernelsmith::Role::out ||
                                            buffer.role == kernelsmith::Role::scratch}});
    request.document["buffers"] = std::move(buffers);
    request.document["args_bytes"] = layout.args.size();
    request.document["calls"] = layout.calls;
    const auto* const args = reinterpret_cast<const std::uint8_t*>(layout.args.data());
    request.bytes.assign(args, args + layout.args.size());
    request.bytes.insert(request.bytes.end(), more.begin(), more.end());
    return request;
}

} // namespace

json to_request(const Preparation& preparation, const char* what) {
    json windows = json::array();
    for (const Window& window : preparation.windows)
        windows.push_back({{"buffer", window.buffer},
                           {"from", window.from},
                           {"mask", window.salt.mask},
                           {"key", window.key}});
    return {{"do", what}, {"poison", preparation.poison}, {"windows", windows}, {"flush", preparation.flush}};
}

std::uint64_t BuffersClient::free_bytes() {
    const json answer = connection_.ask({{"do", "memory"}});
    return connection_.parse_answer([&] { return answer.at("free_bytes").get<std::uint64_t>(); });
}

void BuffersClient::pool(std::size_t bytes, int descriptor) {
    begin_pool(bytes, descriptor);
    await_pool();
}

void BuffersClient::begin_pool(std::size_t bytes, int descriptor) {
    connection_.send({{{"do", "pool"}, {"bytes", bytes}, {"descriptor", descriptor}}});
}

void BuffersClient::await_pool() { (void)connection_.receive(); }

std::vector<std::uint8_t> BuffersClient::allocate(const kernelsmith::Layout& layout,
                                                  const std::vector<std::uint64_t>& guards, bool bare,
                                                  bool shared) {
    buffers_ = layout.buffers;
    const std::size_t expected = shared ? buffers_.size() * protocol::handle_bytes : 0;
    return connection_
        .exchange(make_layout_request(layout, "allocate",
                                      {{"guards", guards}, {"bare", bare}, {"shared", shared}}),
                  RunnerConnection::request_timeout_s, expected)
        .bytes;
}

void BuffersClient::attach(const kernelsmith::Layout& layout, bool bare, std::vector<std::uint8_t> handles) {
    buffers_ = layout.buffers;
    connection_.exchange(make_layout_request(layout, "attach", {{"bare", bare}}, handles));
}

void BuffersClient::fill(std::size_t buffer, std::vector<std::uint8_t> elements) {
    connection_.exchange({json{{"do", "fill"}, {"buffer", buffer}}, std::move(elements)});
}

void BuffersClient::prepare(const Preparation& preparation) {
    connection_.ask(to_request(preparation, "prepare"));
}

std::size_t BuffersClient::bytes_of(std::size_t buffer) const {
    return buffer < buffers_.size() ? buffers_[buffer].bytes() : 0; // the runner rejects an index that does
                                                                    // not exist
}

std::vector<std::uint8_t> BuffersClient::fetch(std::size_t buffer) {
    return connection_
        .exchange({json{{"do", "fetch"}, {"buffer", buffer}}}, RunnerConnection::request_timeout_s,
                  bytes_of(buffer))
        .bytes;
}

std::vector<std::uint8_t> BuffersClient::gather(std::size_t buffer, const std::vector<std::size_t>& indices) {
    const std::size_t expected =
        buffer < buffers_.size() ? indices.size() * buffers_[buffer].element_bytes : 0;
    return connection_
        .exchange({json{{"do", "gather"}, {"buffer", buffer}, {"indices", indices}}},
                  RunnerConnection::request_timeout_s, expected)
        .bytes;
}

std::vector<GuardBands> BuffersClient::guards() {
    std::size_t expected = 0;
    for (const kernelsmith::Buffer& buffer : buffers_)
        expected += 2 * protocol::guard_bytes + buffer.misalignment + protocol::block_alignment;
    const Packet answer =
        connection_.exchange({json{{"do", "guards"}}}, RunnerConnection::request_timeout_s, expected);
    return connection_.parse_answer([&] {
        std::span<const std::uint8_t> left = answer.bytes;
        const auto take = [&](std::size_t bytes) {
            if (bytes > left.size()) connection_.reject_answer();
            const std::span<const std::uint8_t> taken = left.first(bytes);
            left = left.subspan(bytes);
            return std::vector(taken.begin(), taken.end());
        };
        std::vector<GuardBands> result;
        for (const json& bands : answer.document.at("bands")) {
            std::vector<std::uint8_t> before = take(bands.at(0));
            result.push_back({std::move(before), take(bands.at(1))});
        }
        return result;
    });
}

void BuffersClient::release() { connection_.ask({{"do", "release"}}); }

json BuffersClient::ceilings() { return connection_.ask({{"do", "ceilings"}}); }

} // namespace grader
