#include "checks/reporter.h"

#include <fmt/core.h>

namespace simulator::checks {

namespace {

std::uint64_t told_key(FindingKind kind, std::uint32_t op) {
    return static_cast<std::uint64_t>(kind) << 32 | op;
}

Coordinates spread(std::uint64_t number, const Coordinates& extent) {
    return {static_cast<std::uint32_t>(number % extent.x),
            static_cast<std::uint32_t>(number / extent.x % extent.y),
            static_cast<std::uint32_t>(number / extent.x / extent.y)};
}

} // namespace

std::string bytes_text(std::uint64_t bytes) {
    return fmt::format("{} {}", bytes, bytes == 1 ? "byte" : "bytes");
}

std::string text_of(const Coordinates& coordinates) {
    return fmt::format("({}, {}, {})", coordinates.x, coordinates.y, coordinates.z);
}

void Reporter::start_launch(const LaunchStart& launch) {
    launch_ = launch;
    told_.clear();
}

CodePlace Reporter::place(std::uint32_t op) const { return launch_.place(op); }

Coordinates Reporter::block(std::uint64_t number) const { return spread(number, launch_.grid); }

Coordinates Reporter::thread(std::uint32_t index) const { return spread(index, launch_.block); }

std::string Reporter::other_thread(ThreadId other, std::uint32_t own_block) const {
    const std::string thread_text = text_of(thread(other.index));
    if (other.block == own_block) return fmt::format("thread {} of the same block", thread_text);
    return fmt::format("thread {} of block {}", thread_text, text_of(block(other.block)));
}

std::string Reporter::shared_place(std::uint64_t offset) const {
    if (is_reserved(offset))
        return fmt::format("byte {} of the shared memory that CUDA keeps for itself", offset);
    const std::string name = launch_.shared_name ? launch_.shared_name(offset) : std::string();
    return fmt::format("byte {} of the block's shared memory{}{}", offset - launch_.reserved_shared,
                       name.empty() ? "" : ", in ", name);
}

std::string Reporter::shared_name(std::uint64_t offset) const {
    return "the shared variable " + (launch_.shared_name ? launch_.shared_name(offset) : std::string());
}

bool Reporter::count_again(FindingKind kind, std::uint32_t op, std::uint64_t times, std::uint8_t breadth) {
    const auto told = told_.find(told_key(kind, op));
    if (told == told_.end() || told->second.breadth < breadth) return false;
    findings_->count(told->second.number, times);
    return true;
}

void Reporter::add(FindingKind kind, std::uint32_t op, Finding finding) {
    const std::uint8_t breadth = finding.breadth;
    told_[told_key(kind, op)] = {findings_->add(std::move(finding)), breadth};
}

} // namespace simulator::checks
