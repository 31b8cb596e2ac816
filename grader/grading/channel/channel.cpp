#include "grading/channel/channel.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#include "base/interrupt.h"
#include "grading/channel/packet.h"

namespace grader {
namespace {

using nlohmann::json;

/// Checks the structure of a document before it is built, and rejects anything that no message contains. The
/// library's parser recurses once per level and trusts announced lengths, so a hostile document could crash
/// the reader.
class DocumentValidator final : public nlohmann::json_sax<json> {
public:
    bool null() override { return count_value(); }
    bool boolean(bool) override { return count_value(); }
    bool number_integer(number_integer_t) override { return count_value(); }
    bool number_unsigned(number_unsigned_t) override { return count_value(); }
    bool number_float(number_float_t, const string_t&) override { return count_value(); }
    bool string(string_t&) override { return count_value(); }
    bool binary(binary_t&) override { return false; }
    bool key(string_t&) override { return true; }
    bool start_object(std::size_t size) override { return enter(size); }
    bool end_object() override { return leave(); }
    bool start_array(std::size_t size) override { return enter(size); }
    bool end_array() override { return leave(); }
    bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

private:
    static constexpr std::size_t max_depth = 8;
    static constexpr std::size_t max_values = std::size_t{1} << 20;

    bool count_value() { return ++values_ <= max_values; }
    bool enter(std::size_t size) { return size <= max_values && count_value() && ++depth_ <= max_depth; }
    bool leave() {
        --depth_;
        return true;
    }

    std::size_t values_ = 0;
    std::size_t depth_ = 0;
};

} // namespace

Channel::~Channel() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void Channel::send(const Packet& message, Clock::time_point deadline) {
    const std::vector<std::uint8_t> document = json::to_cbor(message.document);
    const std::array<std::uint64_t, 2> sizes = {document.size(), message.bytes.size()};
    write_exactly(sizes.data(), sizeof(sizes), deadline);
    write_exactly(document.data(), document.size(), deadline);
    write_exactly(message.bytes.data(), message.bytes.size(), deadline);
}

Packet Channel::receive(Clock::time_point deadline, std::size_t expected) {
    std::array<std::uint64_t, 2> sizes{};
    read_exactly(sizes.data(), sizeof(sizes), deadline);
    if (sizes[0] > max_document_bytes || sizes[1] > expected)
        throw ChannelGarbage("a message with an invalid length");
    std::vector<std::uint8_t> document(sizes[0]);
    read_exactly(document.data(), document.size(), deadline);
    DocumentValidator validator;
    if (!json::sax_parse(document, &validator, json::input_format_t::cbor))
        throw ChannelGarbage("not a message");
    Packet message{json::from_cbor(document, true, false)};
    if (!message.document.is_object()) throw ChannelGarbage("not a message");
    message.bytes.resize(sizes[1]);
    read_exactly(message.bytes.data(), message.bytes.size(), deadline);
    return message;
}

void Channel::wait(short events, Clock::time_point deadline) const {
    constexpr int poll_interval_ms = 100; // a signal may have been delivered to another thread
    while (true) {
        throw_if_interrupted();
        int timeout = -1;
        if (deadline != Clock::time_point::max()) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
            if (left.count() <= 0) throw ChannelTimeout();
            timeout = static_cast<int>(std::min<std::int64_t>(left.count(), poll_interval_ms));
        }
        pollfd ready{descriptor_, events, 0};
        const int count = ::poll(&ready, 1, timeout);
        if (count > 0) return;
        if (count < 0 && errno != EINTR) throw ChannelClosed();
    }
}

void Channel::read_exactly(void* data, std::size_t size, Clock::time_point deadline) const {
    auto* to = static_cast<char*>(data);
    while (size > 0) {
        wait(POLLIN, deadline);
        const ssize_t got = ::recv(descriptor_, to, size, MSG_DONTWAIT);
        if (got == 0) throw ChannelClosed();
        if (got < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            throw ChannelClosed();
        }
        to += got;
        size -= static_cast<std::size_t>(got);
    }
}

void Channel::write_exactly(const void* data, std::size_t size, Clock::time_point deadline) const {
    const auto* from = static_cast<const char*>(data);
    while (size > 0) {
        wait(POLLOUT, deadline);
        const ssize_t put = ::send(descriptor_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (put < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            throw ChannelClosed();
        }
        from += put;
        size -= static_cast<std::size_t>(put);
    }
}

} // namespace grader
