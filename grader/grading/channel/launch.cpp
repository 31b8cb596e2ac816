#include "grading/channel/launch.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/core.h>

#include "grading/channel/protocol.h"
#include "grading/messages/counts.h"

namespace grader {
namespace {

using Shape = std::tuple<std::string, std::array<unsigned, 3>, std::array<unsigned, 3>, std::size_t>;

Shape shape_of(const Launch& launch) {
    return {launch.symbol, launch.grid, launch.block, launch.shared_bytes};
}

/// Returns the number of threads of all these launches together.
double threads_in(const Launch& launch) {
    double threads = static_cast<double>(launch.count);
    for (const unsigned extent : launch.grid) threads *= extent;
    for (const unsigned extent : launch.block) threads *= extent;
    return threads;
}

/// Sorts by weight, the heaviest first; equally heavy launches stay in launch order.
std::vector<const Launch*> sort_by_weight(const std::vector<Launch>& launches,
                                          const std::vector<Launch>& counted) {
    std::map<std::string, double> instructions;
    for (const Launch& launch : counted) instructions[launch.symbol] = launch.warp_instructions;
    const auto weight = [&](const Launch* launch) {
        const auto known = instructions.find(launch->symbol);
        return std::pair(known == instructions.end() ? 0 : known->second, threads_in(*launch));
    };
    std::vector<const Launch*> sorted;
    for (const Launch& launch : launches) sorted.push_back(&launch);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const Launch* a, const Launch* b) { return weight(a) > weight(b); });
    return sorted;
}

} // namespace

void LaunchLog::add(const LaunchLog& other) {
    kept = kept || other.kept;
    has_silent_call = has_silent_call || other.has_silent_call;
    dropped = std::max(dropped, other.dropped);
    unread_nodes = std::max(unread_nodes, other.unread_nodes);
    std::set<Shape> known;
    for (const Launch& launch : launches) known.insert(shape_of(launch));
    for (const Launch& launch : other.launches) {
        if (!known.insert(shape_of(launch)).second) continue;
        if (launches.size() < protocol::max_launch_shapes)
            launches.push_back(launch);
        else
            dropped += launch.count;
    }
}

std::optional<LaunchLogGap> LaunchLog::gap() const {
    if (!kept) return std::nullopt;
    if (dropped > 0)
        return LaunchLogGap{{messages::too_many_shapes, {{"most", protocol::max_launch_shapes}}},
                            messages::share_shapes};
    if (unread_nodes > 0)
        return LaunchLogGap{{messages::unread_nodes, {{"nodes", unread_nodes}}},
                            messages::launch_your_kernels};
    if (has_silent_call) return LaunchLogGap{messages::no_launch_seen, messages::how_launches_are_seen};
    return std::nullopt;
}

const Launch* main_launch(const std::vector<Launch>& launches, const std::vector<Launch>& counted) {
    const std::vector<const Launch*> sorted = sort_by_weight(launches, counted);
    return sorted.empty() ? nullptr : sorted.front();
}

std::vector<Launch> main_launches(const std::vector<Launch>& launches, const std::vector<Launch>& counted,
                                  std::size_t most) {
    std::vector<const Launch*> chosen = sort_by_weight(launches, counted);
    chosen.resize(std::min(chosen.size(), most));
    std::sort(chosen.begin(), chosen.end()); // all pointers are into one array
    std::vector<Launch> result;
    for (const Launch* launch : chosen) result.push_back(*launch);
    return result;
}

} // namespace grader
