#include "checks/reporter.h"

#include "finding_messages/access_messages.h"
#include "finding_messages/memory_messages.h"
#include "finding_messages/race_messages.h"

namespace simulator::checks {

namespace access_messages = kernelsmith::access_messages;
namespace memory_messages = kernelsmith::memory_messages;
namespace race_messages = kernelsmith::race_messages;

namespace {

std::uint64_t finding_key(FindingKind kind, std::uint32_t op) {
    return static_cast<std::uint64_t>(kind) << 32 | op;
}

Coordinates coordinates_of(std::uint64_t number, const Coordinates& extent) {
    return {static_cast<std::uint32_t>(number % extent.x),
            static_cast<std::uint32_t>(number / extent.x % extent.y),
            static_cast<std::uint32_t>(number / extent.x / extent.y)};
}

Message message_of(const Coordinates& place) {
    return {race_messages::coordinates, {{"x", place.x}, {"y", place.y}, {"z", place.z}}};
}

} // namespace

Message access_of(AccessKind kind, std::uint64_t bytes) {
    switch (kind) {
        case AccessKind::load: return {access_messages::reads, {{"bytes", bytes}}};
        case AccessKind::store: return {access_messages::writes, {{"bytes", bytes}}};
        case AccessKind::atomic: break;
    }
    return {access_messages::atomically_changes, {{"bytes", bytes}}};
}

void Reporter::start_launch(const LaunchStart& launch) {
    launch_ = launch;
    reported_.clear();
}

CodePlace Reporter::place(std::uint32_t op) const { return launch_.place(op); }

Coordinates Reporter::block(std::uint64_t number) const { return coordinates_of(number, launch_.grid); }

Coordinates Reporter::thread(std::uint32_t index) const { return coordinates_of(index, launch_.block); }

Message Reporter::other_thread(ThreadId other, std::uint32_t own_block) const {
    return {race_messages::other_thread,
            {{"thread", message_of(thread(other.index))},
             {"block", other.block == own_block ? Message() : message_of(block(other.block))}}};
}

Message Reporter::describe_shared_byte(std::uint64_t offset) const {
    if (is_reserved(offset)) return {memory_messages::reserved_shared_byte, {{"offset", offset}}};
    return {memory_messages::shared_byte,
            {{"offset", offset - launch_.reserved_shared},
             {"name", launch_.shared_name ? launch_.shared_name(offset) : std::string()}}};
}

Message Reporter::shared_variable(std::uint64_t offset) const {
    return {memory_messages::shared_variable,
            {{"name", launch_.shared_name ? launch_.shared_name(offset) : std::string()}}};
}

bool Reporter::count_if_reported(FindingKind kind, std::uint32_t op, std::uint64_t times,
                                 std::uint8_t breadth) {
    const auto reported = reported_.find(finding_key(kind, op));
    if (reported == reported_.end() || reported->second.breadth < breadth) return false;
    findings_->count(reported->second.number, times);
    return true;
}

void Reporter::add(FindingKind kind, std::uint32_t op, Finding finding) {
    const std::uint8_t breadth = finding.breadth;
    reported_[finding_key(kind, op)] = {findings_->add(std::move(finding)), breadth};
}

} // namespace simulator::checks
