#include "device/sites.h"

#include <array>
#include <utility>

namespace simulator::device {

namespace {

// More call sites than a real program has, and few enough that a malicious one cannot exhaust memory.
constexpr std::size_t max_sites = 100'000;

const runtime::StackFrame* read_frame(protocol::Reader& in) {
    runtime::StackFrame frame;
    frame.file = in.get_text();
    frame.offset = in.get<std::uint64_t>();
    frame.named = in.get<std::uint8_t>() != 0;
    return runtime::intern_frame(std::move(frame));
}

} // namespace

void Sites::add(protocol::Reader& in) {
    std::array<const runtime::StackFrame*, 3> frames{};
    const auto count = in.get<std::uint8_t>();
    for (std::size_t n = 0; n < count && n < frames.size(); ++n) {
        frames.at(n) = read_frame(in);
    }
    const std::lock_guard lock(mutex_);
    if (sites_.size() < max_sites) {
        sites_.push_back(runtime::intern_chain({frames[0], frames[1], frames[2]}));
    }
}

const runtime::CallChain* Sites::at(std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    return number == 0 || number > sites_.size() ? nullptr : sites_[number - 1];
}

} // namespace simulator::device
