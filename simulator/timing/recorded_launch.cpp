#include "timing/recorded_launch.h"

#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "record/json_fields.h"

using simulator::BlockWaits;
using simulator::L2;
using simulator::timing::BlockHandoffs;
using simulator::timing::BlockImbalance;
using simulator::timing::LockstepTime;
using simulator::timing::MemoryDemand;
using simulator::timing::RecordedLaunch;
using simulator::timing::SmRun;
using simulator::timing::SmTime;
using simulator::timing::TimedLaunch;

template <> struct kernelsmith::Fields<L2::Traffic> {
    using T = L2::Traffic;
    static constexpr auto list =
        std::tuple(field("read", &T::read), field("written", &T::written), field("scattered", &T::scattered),
                   field("lines", &T::lines), field("partial", &T::partial), field("changed", &T::changed),
                   field("filled", &T::filled), field("partial_edges", &T::partial_edges),
                   field("changed_lines", &T::changed_lines), field("hottest_ns", &T::hottest_ns));
};
template <> struct kernelsmith::Fields<MemoryDemand> {
    using T = MemoryDemand;
    static constexpr auto list =
        std::tuple(field("read_sectors", &T::read_sectors), field("written_sectors", &T::written_sectors),
                   field("atomic_sectors", &T::atomic_sectors), field("traffic", &T::traffic));
};
template <> struct kernelsmith::Fields<BlockWaits> {
    using T = BlockWaits;
    static constexpr auto list =
        std::tuple(field("blocks", &T::blocks), field("longest_chain", &T::longest_chain),
                   field("rounds", &T::rounds), field("words", &T::words),
                   field("written_twice", &T::written_twice), field("grid_barriers", &T::grid_barriers));
};
template <> struct kernelsmith::Fields<BlockHandoffs> {
    using T = BlockHandoffs;
    static constexpr auto list = std::tuple(field("in_flight", &T::in_flight), field("latency", &T::latency));
};
template <> struct kernelsmith::Fields<SmRun> {
    using T = SmRun;
    static constexpr auto list =
        std::tuple(field("cycles", &T::cycles), field("data", &T::data), field("incoming", &T::incoming),
                   field("outgoing", &T::outgoing), field("handoffs", &T::handoffs));
};
template <> struct kernelsmith::Fields<LockstepTime> {
    using T = LockstepTime;
    static constexpr auto list = std::tuple(field("cycles", &T::cycles), field("handoffs", &T::handoffs),
                                            field("critical_path", &T::critical_path));
};
template <> struct kernelsmith::Fields<BlockImbalance> {
    using T = BlockImbalance;
    static constexpr auto list = std::tuple(field("longest", &T::longest), field("mean", &T::mean));
};
template <> struct kernelsmith::Fields<SmTime> {
    using T = SmTime;
    static constexpr auto list =
        std::tuple(field("cycles", &T::cycles), field("extrapolation_factor", &T::extrapolation_factor),
                   field("generations", &T::generations), field("relative_times", &T::relative_times),
                   field("run", &T::run), field("lockstep", &T::lockstep), field("imbalance", &T::imbalance));
};
template <> struct kernelsmith::Fields<TimedLaunch> {
    using T = TimedLaunch;
    static constexpr auto list =
        std::tuple(field("blocks", &T::blocks), field("multiprocessors", &T::multiprocessors),
                   field("resident", &T::resident), field("instructions", &T::instructions),
                   field("demand", &T::demand), field("waits", &T::waits));
};
template <> struct kernelsmith::Fields<RecordedLaunch> {
    using T = RecordedLaunch;
    static constexpr auto list = std::tuple(field("launch", &T::launch), field("sm", &T::sm));
};

namespace simulator::timing {

using Json = nlohmann::ordered_json;

TimedLaunch without_traces(const TimedLaunch& launch) {
    TimedLaunch copy;
    copy.blocks = launch.blocks;
    copy.multiprocessors = launch.multiprocessors;
    copy.resident = launch.resident;
    copy.instructions = launch.instructions;
    copy.demand = launch.demand;
    copy.waits = launch.waits;
    return copy;
}

namespace {

// Returns a number with as many digits as a prediction needs.
double rounded(double number) {
    constexpr int digits = 5;
    return std::stod(fmt::format("{:.{}g}", number, digits));
}

// Removes the members that equal those of @p standard, and rounds the others.
void shorten(Json& json, const Json& standard) {
    for (auto member = json.begin(); member != json.end();) {
        const Json& usual = standard.at(member.key());
        if (member->is_object()) shorten(*member, usual);
        const bool empty = member->is_object() && member->empty();
        if (empty || *member == usual) {
            member = json.erase(member);
            continue;
        }
        if (member->is_number_float()) *member = rounded(*member);
        if (member->is_array())
            for (Json& element : *member) element = rounded(element);
        ++member;
    }
}

} // namespace

std::string to_json(const RecordedLaunch& launch) {
    Json json = launch;
    shorten(json, Json(RecordedLaunch{}));
    return json.dump();
}

RecordedLaunch recorded_launch(const std::string& json) {
    try {
        Json complete = RecordedLaunch{};
        complete.merge_patch(Json::parse(json));
        return complete.get<RecordedLaunch>();
    } catch (const Json::exception& error) {
        throw std::invalid_argument(error.what());
    }
}

LaunchTime time_on(const RecordedLaunch& launch, const L2::Traffic& traffic, const GpuSpeed& from,
                   const GpuSpeed& to) {
    TimedLaunch there = launch.launch;
    there.demand.traffic = traffic;
    return time_of(there, scaled_sm(launch.sm, launch.launch, there, from, to), to.time);
}

} // namespace simulator::timing
