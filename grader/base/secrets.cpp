#include "secrets.h"

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string>
#include <sys/random.h>

#include "errors.h"

namespace grader {
namespace {

/// The state of SipHash, as described by its authors.
class SipState {
public:
    SipState(std::uint64_t key_low, std::uint64_t key_high)
        : v_{key_low ^ 0x736f6d6570736575, key_high ^ 0x646f72616e646f6d, key_low ^ 0x6c7967656e657261,
             key_high ^ 0x7465646279746573} {}

    void take(std::uint64_t word) {
        v_[3] ^= word;
        rounds(2);
        v_[0] ^= word;
    }

    std::uint64_t finish() {
        v_[2] ^= 0xff;
        rounds(4);
        return v_[0] ^ v_[1] ^ v_[2] ^ v_[3];
    }

private:
    void rounds(int count) {
        for (int i = 0; i < count; ++i) {
            half_round(v_[0], v_[1], v_[2], v_[3], 13, 16);
            half_round(v_[2], v_[1], v_[0], v_[3], 17, 21);
        }
    }

    static void half_round(std::uint64_t& a, std::uint64_t& b, std::uint64_t& c, std::uint64_t& d, int left,
                           int right) {
        a += b;
        c += d;
        b = std::rotl(b, left) ^ a;
        d = std::rotl(d, right) ^ c;
        a = std::rotl(a, 32);
    }

    std::array<std::uint64_t, 4> v_;
};

void fill_from_kernel(void* to, std::size_t bytes) {
    auto* at = static_cast<unsigned char*>(to);
    while (bytes > 0) {
        const ssize_t got = ::getrandom(at, bytes, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw EnvironmentError("no random numbers: " + std::string(std::strerror(errno)));
        at += got;
        bytes -= static_cast<std::size_t>(got);
    }
}

} // namespace

std::uint64_t derive(std::uint64_t seed, std::string_view purpose, std::uint64_t number) {
    std::string message(purpose);
    message.resize(purpose.size() + sizeof(number));
    std::memcpy(message.data() + purpose.size(), &number, sizeof(number));
    SipState state(seed, 0);
    std::size_t at = 0;
    std::uint64_t word = 0;
    for (; at + sizeof(word) <= message.size(); at += sizeof(word)) {
        std::memcpy(&word, message.data() + at, sizeof(word));
        state.take(word);
    }
    word = std::uint64_t{message.size()} << 56;
    std::uint64_t rest = 0;
    std::memcpy(&rest, message.data() + at, message.size() - at);
    state.take(word | rest);
    return state.finish();
}

std::uint64_t secret_seed() {
    std::uint64_t seed = 0;
    fill_from_kernel(&seed, sizeof(seed));
    return seed >> 16;
}

std::uint64_t Secrets::next() {
    if (seed_) return derive(*seed_, "secret", count_++);
    constexpr std::size_t at_a_time = 512;
    if (drawn_.empty()) {
        drawn_.resize(at_a_time);
        fill_from_kernel(drawn_.data(), drawn_.size() * sizeof(drawn_.front()));
    }
    const std::uint64_t number = drawn_.back();
    drawn_.pop_back();
    return number;
}

} // namespace grader
