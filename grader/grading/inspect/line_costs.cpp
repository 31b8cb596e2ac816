#include "grading/inspect/line_costs.h"

#include <algorithm>

#include <fmt/core.h>

#include "grading/inspect/evaluate.h"

namespace grader {
namespace {

constexpr double issued_per_cycle = 4;
constexpr double sectors_per_cycle = 2;
constexpr double wavefronts_per_cycle = 1;

constexpr double full_warp = 32;
constexpr double sectors_of_128_bytes = 4;

double count_of(const Counts& counts, const std::string& name) {
    const auto found = counts.find(name);
    return found == counts.end() ? 0 : found->second;
}

double sectors_of(const Counts& counts) {
    double sectors = 0;
    for (const char* space : {"global", "local"})
        for (const char* way : {"ld", "st", "atom", "red"})
            sectors +=
                count_of(counts, fmt::format("l1tex__t_sectors_pipe_lsu_mem_{}_op_{}.sum", space, way));
    return sectors;
}

double wavefronts_of(const Counts& counts) {
    return count_of(counts, "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum");
}

double quantity_of(const char* name, const Counts& counts) { return evaluate(*find_quantity(name), counts); }

/// Adds the counters @p more of another launch to @p all. A ratio over several launches is not the sum of
/// their ratios, and is left out.
void add(Counts& all, const Counts& more) {
    if (all.empty()) {
        all = more;
        return;
    }
    for (const auto& [name, value] : more) all[name] += value;
    std::erase_if(all, [](const auto& counted) { return !counted.first.ends_with(".sum"); });
}

std::string about_instructions(const LineCost& line) {
    const double lanes = quantity_of("active_lanes", line.counts);
    const std::string much = "mostly instructions";
    if (lanes >= 0.9 * full_warp) return much + ", with all lanes active";
    return fmt::format("{}, with {:.1f} of 32 lanes active on average: the warp diverges, or some of its "
                       "threads have no work",
                       much, lanes);
}

std::string about_memory(const LineCost& line) {
    const double per_128 = quantity_of("sectors_per_128_bytes", line.counts);
    const std::string much = "mostly memory traffic";
    if (per_128 == 0) return much + " that is not its own data: atomics or spilled registers";
    if (per_128 <= 1.1 * sectors_of_128_bytes) return much + ", and every byte of it is used";
    return fmt::format("{}: {:.1f} sectors per 128 bytes instead of 4, so the accesses are not coalesced",
                       much, per_128);
}

std::string about_shared(const LineCost& line) {
    const double conflicts = line.conflicts().value_or(0);
    if (conflicts < 0.05) return "mostly shared memory, without bank conflicts";
    return fmt::format("mostly shared memory, with {:.1f} bank conflicts per request", conflicts);
}

} // namespace

std::optional<double> LineCost::conflicts() const {
    const double requests = count_of(counts, "smsp__inst_executed_op_shared_ld.sum") +
                            count_of(counts, "smsp__inst_executed_op_shared_st.sum") +
                            count_of(counts, "smsp__inst_executed_op_shared_atom.sum");
    if (requests == 0) return std::nullopt;
    return count_of(counts, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum") / requests;
}

std::vector<LineCost> line_costs(const std::vector<ObservedLaunch>& launches) {
    std::map<std::pair<std::string, std::size_t>, LineCost> by_place;
    for (const ObservedLaunch& launch : launches)
        for (const ObservedLine& line : launch.lines)
            add(by_place[{line.file, line.line}].counts, line.counts);

    std::vector<LineCost> lines;
    double total = 0;
    for (auto& [place, line] : by_place) {
        line.file = place.first;
        line.line = place.second;
        line.instructions = quantity_of("instructions", line.counts);
        line.issue = line.instructions / issued_per_cycle;
        line.memory = sectors_of(line.counts) / sectors_per_cycle;
        line.shared = wavefronts_of(line.counts) / wavefronts_per_cycle;
        total += line.cost();
        lines.push_back(std::move(line));
    }
    for (LineCost& line : lines) line.share = total > 0 ? line.cost() / total : 0;
    std::stable_sort(lines.begin(), lines.end(),
                     [](const LineCost& a, const LineCost& b) { return a.share > b.share; });
    return lines;
}

std::string reason_of(const LineCost& line) {
    if (line.memory >= line.issue && line.memory >= line.shared) return about_memory(line);
    return line.shared > line.issue ? about_shared(line) : about_instructions(line);
}

} // namespace grader
