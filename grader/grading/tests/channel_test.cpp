#include "grading/channel/channel.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "grading/channel/packet.h"

namespace {

using grader::Channel;
using grader::Packet;
using nlohmann::json;

/// A channel and the raw other end of its socket.
struct Line {
    Line() {
        std::array<int, 2> ends{};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
        ours = ends[0];
        theirs = ends[1];
    }

    void write(const void* data, std::size_t size) const {
        REQUIRE(::send(theirs, data, size, 0) == static_cast<ssize_t>(size));
    }

    /// Announces a document of @p size and @p bytes raw bytes, and writes @p body, which may be shorter.
    void write(std::uint64_t size, const std::string& body, std::uint64_t bytes = 0) const {
        const std::array sizes = {size, bytes};
        write(sizes.data(), sizeof(sizes));
        if (!body.empty()) write(body.data(), body.size());
    }

    int ours = -1;
    int theirs = -1;
};

Channel::Clock::time_point in(std::chrono::milliseconds time) { return Channel::Clock::now() + time; }

constexpr std::chrono::milliseconds a_moment{50};
constexpr std::chrono::milliseconds a_minute{60'000};

} // namespace

TEST_CASE("messages arrive unchanged and in order", "[channel]") {
    const Line line;
    Channel ours(line.ours);
    Channel theirs(line.theirs);
    const Packet small{json{{"do", "hello"}, {"number", -1.5}}};
    // More than a socket buffer holds, so that sender and receiver must alternate.
    const Packet large{json{{"do", "fill"}}, std::vector<std::uint8_t>(8 << 20, 7)};
    std::jthread sender([&] {
        ours.send(small);
        ours.send(large);
    });
    for (const Packet& sent : {small, large}) {
        const Packet got = theirs.receive(in(a_minute));
        CHECK(got.document == sent.document);
        CHECK(got.bytes == sent.bytes);
    }
}

TEST_CASE("bytes that are not a message are rejected as garbage", "[channel]") {
    const Line line;
    Channel ours(line.ours);
    std::jthread sender; // sends more than a socket buffer holds
    SECTION("an impossible length") { line.write(~std::uint64_t{0}, ""); }
    SECTION("a length just beyond what is allowed") { line.write(Channel::max_document_bytes + 1, ""); }
    SECTION("more bytes than are allowed") { line.write(1, "\xa0", Channel::max_payload_bytes + 1); }
    SECTION("bytes in the document") { line.write(6, "\xa1\x61x\x42zz"); }
    SECTION("no CBOR") { line.write(4, "\xff\xff\xff\xff"); }
    SECTION("CBOR with something behind it") { line.write(2, std::string("\xa0\x00", 2)); }
    SECTION("CBOR that is cut off") { line.write(1, "\xa1"); }
    SECTION("deeper than any stack") { line.write(100'000, std::string(100'000, '\x81')); }
    SECTION("an array of impossible length") { line.write(9, std::string(9, '\xff').replace(0, 1, "\x9b")); }
    SECTION("more values than a message has") {
        const std::string zeros(std::size_t{2} << 20, '\0');
        sender = std::jthread([&, zeros] {
            line.write(zeros.size() + 8, "\xa1\x61x\x9a" + std::string("\0\x20\0\0", 4) + zeros);
        });
    }
    SECTION("not an object") { line.write(1, "\x07"); }
    SECTION("nothing at all") { line.write(0, ""); }
    CHECK_THROWS_AS(ours.receive(in(a_minute)), grader::ChannelGarbage);
    ::close(line.theirs);
}

TEST_CASE("an incomplete message is awaited but not forever", "[channel]") {
    const Line line;
    Channel ours(line.ours);
    line.write(100, "only this");
    SECTION("the other side goes on living") {
        CHECK_THROWS_AS(ours.receive(in(a_moment)), grader::ChannelTimeout);
        ::close(line.theirs);
    }
    SECTION("the other side hangs up") {
        ::close(line.theirs);
        CHECK_THROWS_AS(ours.receive(in(a_minute)), grader::ChannelClosed);
    }
}

TEST_CASE("a silent channel ends with a timeout and a closed one immediately", "[channel]") {
    const Line line;
    Channel ours(line.ours);
    CHECK_THROWS_AS(ours.receive(in(a_moment)), grader::ChannelTimeout);
    CHECK_THROWS_AS(ours.receive(in(std::chrono::milliseconds(-1))), grader::ChannelTimeout);
    ::close(line.theirs);
    CHECK_THROWS_AS(ours.receive(in(a_minute)), grader::ChannelClosed);
    CHECK_THROWS_AS(ours.send({json{{"do", "hello"}}}, in(a_minute)), grader::ChannelClosed);
}

TEST_CASE("a receiver that stops reading does not block the sender forever", "[channel]") {
    const Line line;
    Channel ours(line.ours);
    const Packet large{json::object(), std::vector<std::uint8_t>(8 << 20, 7)};
    CHECK_THROWS_AS(ours.send(large, in(a_moment)), grader::ChannelTimeout);
    ::close(line.theirs);
}

TEST_CASE("a moved channel has one owner", "[channel]") {
    const Line line;
    Channel theirs(line.theirs);
    {
        Channel first(line.ours);
        Channel second(std::move(first));
        second.send({json{{"number", 1}}}, in(a_minute));
    }
    CHECK(theirs.receive(in(a_minute)).document == json{{"number", 1}});
    CHECK_THROWS_AS(theirs.receive(in(a_minute)), grader::ChannelClosed);
}
