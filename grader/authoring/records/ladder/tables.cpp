#include "authoring/records/ladder/tables.h"

#include <optional>
#include <set>

#include <fmt/core.h>

#include "authoring/records/tasks/record.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/numbers.h"
#include "course/score.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

const std::string end_marker = "<!-- end generated -->";

std::string begin_marker(const std::string& name) { return "<!-- generated: " + name + " -->\n"; }

/// Returns start and end of a block's text in @p all.
std::optional<std::pair<std::size_t, std::size_t>> find_block(const std::string& all,
                                                              const std::string& name) {
    const std::size_t marker = all.find(begin_marker(name));
    if (marker == std::string::npos) return std::nullopt;
    const std::size_t start = marker + begin_marker(name).size();
    const std::size_t end = all.find(end_marker, start);
    if (end == std::string::npos) return std::nullopt;
    return std::pair{start, end};
}

std::string occupancy_cell(const RungResult& rung) {
    return rung.main.occupancy > 0 ? fmt::format("{:.0f} %", 100 * rung.main.occupancy) : "";
}

std::string shape_cell(const RungResult& rung) {
    if (rung.kernels == 0) return "";
    const auto& block = rung.main.block;
    std::string shape = fmt::format("{}", block[0]);
    if (block[1] * block[2] > 1) shape += fmt::format("×{}", block[1]);
    if (block[2] > 1) shape += fmt::format("×{}", block[2]);
    return shape;
}

std::string title_of(const Manifest& manifest, const std::string& rung) {
    for (const Rung& known : manifest.rungs)
        if (known.name() == rung) return known.title;
    return {};
}

/// Returns the text in place of a time that the record lacks.
std::string why_untimed(const Rung& rung) {
    return rung.expect.is_timed() ? "not timed yet" : fmt::format("fails `{}`", rung.expect.failing_step);
}

double limit_share(const CaseResult& measured, const RungResult& rung) { return measured.limit_ms / rung.ms; }

/// Renders the row of the build called @p name, or of @p untimed if it was not timed; none if both are
/// missing.
std::string rung_row(const Manifest& manifest, const CaseResult& measured, const std::string& name,
                     const std::string& untimed) {
    const RungResult* const rung = measured.find(name);
    if (rung == nullptr && untimed.empty()) return {};
    const std::string start = fmt::format("| `{}` | {} | ", name, title_of(manifest, name));
    if (rung == nullptr) return start + untimed + " | | | | | |\n";
    return start + fmt::format("{} | {} | {} | {} | {} | {} |\n", format_time(rung->ms),
                               format_speedup(rung->speedup), format_share(limit_share(measured, *rung)),
                               shape_cell(*rung),
                               rung->kernels > 0 ? std::to_string(rung->main.registers) : "",
                               occupancy_cell(*rung));
}

/// Formats a time and its share of the limit: "386 µs, 81 %".
std::string further_cell(const CaseResult& measured, double ms) {
    return fmt::format(" {}, {} |", format_time(ms), format_share(measured.limit_ms / ms));
}

/// Renders rungs and reference implementations at every size of @p cases, the graded one first. Empty if
/// there is only the graded one.
std::string further_table(const std::vector<CaseResult>& cases) {
    if (cases.size() < 2) return {};
    std::string head = "| time, of the limit |";
    std::string rule = "|---|";
    for (const CaseResult& measured : cases) {
        head += fmt::format(" {} |", measured.name);
        rule += "---:|";
    }
    std::string rows;
    for (const RungResult& rung : cases.front().rungs) {
        rows += fmt::format("| `{}` |", rung.name);
        for (const CaseResult& measured : cases) {
            const RungResult* here = measured.find(rung.name);
            rows += here == nullptr ? " |" : further_cell(measured, here->ms);
        }
        rows += "\n";
    }
    for (std::size_t i = 0; i < cases.front().peers.size(); ++i) {
        rows += fmt::format("| {} |", cases.front().peers[i].title);
        for (const CaseResult& measured : cases)
            rows += i < measured.peers.size() ? further_cell(measured, measured.peers[i].ms) : " |";
        rows += "\n";
    }
    return "\n" + head + "\n" + rule + "\n" + rows;
}

/// Returns the fastest build that passes.
const RungResult* best_of(const CaseResult& measured) {
    const RungResult* best = nullptr;
    for (const RungResult& rung : measured.rungs)
        if (rung.expect == "pass" && (best == nullptr || rung.ms < best->ms)) best = &rung;
    return best;
}

/// Formats the first reference implementation of the manifest with its time.
std::string peer_cell(const CaseResult& measured) {
    if (measured.peers.empty()) return "";
    const PeerResult& first = measured.peers.front();
    return fmt::format("{}: {}", first.title, format_time(first.ms));
}

/// Returns a note if @p speedup is a value of @p threshold.
const char* note_on(double speedup, const Threshold& threshold) {
    if (speedup == threshold.full) return " (full marks)";
    if (speedup == threshold.pass) return " (passes)";
    if (speedup == threshold.known && threshold.known != ramp_start && threshold.gain == 0)
        return " (known from earlier labs)";
    return "";
}

} // namespace

std::string points_table(const Manifest& manifest) {
    const std::map<std::string, Threshold>& thresholds = manifest.speed.thresholds;
    std::set<double> speedups;
    std::string head = "\n| speedup over the baseline |";
    std::string rule = "|---:|";
    for (const auto& [slug, threshold] : thresholds) {
        for (const ScoreRow& row : score_table(threshold, manifest.score.fast)) speedups.insert(row.speedup);
        head += fmt::format(" points for `fast` on {} |", slug);
        rule += "---:|";
    }
    std::string text = head + "\n" + rule + "\n";
    for (const double speedup : speedups) {
        text += fmt::format("| {:g}× |", speedup);
        for (const auto& [slug, threshold] : thresholds)
            text +=
                fmt::format(" {}{} |", format_points(speed_points(speedup, threshold, manifest.score.fast)),
                            note_on(speedup, threshold));
        text += "\n";
    }
    text += "\nBetween the rows the curve is logarithmic.";
    for (const auto& [slug, threshold] : thresholds)
        if (threshold.gain > 0)
            text += fmt::format(
                " On {} the technique of this lab gains only {:g} times; the step technique checks it.", slug,
                threshold.gain);
    return text + " On another GPU a grade names the thresholds that it uses.\n\n";
}

std::string ladder_table(const Manifest& manifest, const std::map<std::string, Results>& results) {
    std::string text;
    for (const auto& [slug, measured] : results) {
        const auto lab = measured.labs.find(manifest.id);
        if (lab == measured.labs.end() || lab->second.empty()) continue;
        const CaseResult& graded = lab->second.front();
        text += fmt::format("\n{}, {}; the limit (one copy's worth of bytes, or the arithmetic) is {}.\n\n",
                            measured.device, graded.name, format_time(graded.limit_ms));
        text += "| rung | | time | speedup | of the limit | block | registers | occupancy |\n";
        text += "|---|---|---:|---:|---:|---:|---:|---:|\n";
        text += rung_row(manifest, graded, "baseline", "");
        for (const Rung& rung : manifest.rungs)
            text += rung_row(manifest, graded, rung.name(), why_untimed(rung));
        text += rung_row(manifest, graded, "solution", "");
        for (const PeerResult& peer : graded.peers)
            text +=
                fmt::format("| reference: {} | | {} | {} | {} | | | |\n", peer.title, format_time(peer.ms),
                            format_speedup(peer.speedup), format_share(graded.limit_ms / peer.ms));
        text += further_table(lab->second);
    }
    return text.empty() ? "\nNot measured yet.\n\n" : text + "\n";
}

std::string results_table(const Course& course, const std::map<std::string, Results>& results) {
    std::string text =
        "\n| lab | GPU | case | baseline | solution | speedup | best rung | time | speedup | of the limit | "
        "reference |\n"
        "|---|---|---|---:|---:|---:|---|---:|---:|---:|---|\n";
    for (const Lab& lab : course.labs())
        for (const auto& [slug, measured] : results) {
            const auto cases = measured.labs.find(lab.id);
            if (cases == measured.labs.end() || cases->second.empty()) continue;
            const CaseResult& graded = cases->second.front();
            const RungResult* baseline = graded.find("baseline");
            const RungResult* solution = graded.find("solution");
            const RungResult* best = best_of(graded);
            if (baseline == nullptr || solution == nullptr || best == nullptr) continue;
            text += fmt::format(
                "| [{}](../labs/{}/README.md) | {} | {} | {} | {} | {} | `{}` | {} | {} | {} | {} |\n",
                lab.id, lab.id, measured.device, graded.name, format_time(baseline->ms),
                format_time(solution->ms), format_speedup(solution->speedup), best->name,
                format_time(best->ms), format_speedup(best->speedup),
                format_share(limit_share(graded, *best)), peer_cell(graded));
        }
    return text + "\n";
}

std::vector<GeneratedBlock> generated_blocks(const Course& course,
                                             const std::map<std::string, Results>& results) {
    const tasks::TaskRecord scores = tasks::read_task_record(course.root());
    const tasks::AvoidableTasks avoidable = tasks::read_avoidable_tasks(course.root());
    std::vector<GeneratedBlock> blocks;
    blocks.push_back({course.root() / "docs" / "measured.md", "results", results_table(course, results)});
    for (const Lab& lab : course.labs()) {
        blocks.push_back({lab.directory / "README.md", "tasks " + lab.id,
                          tasks::table_of_lab(lab.manifest, scores, avoidable)});
        if (!lab.manifest.has_timed_cases()) continue; // the lab has no speed step, so it has no ladder
        blocks.push_back({lab.directory / "README.md", "points " + lab.id, points_table(lab.manifest)});
        blocks.push_back(
            {lab.solutions / "NOTES.md", "ladder " + lab.id, ladder_table(lab.manifest, results)});
    }
    return blocks;
}

BlockState state_of(const GeneratedBlock& block) {
    const std::string all = read_text(block.file);
    const auto found = find_block(all, block.name);
    if (!found) return BlockState::missing;
    return all.compare(found->first, found->second - found->first, block.text) == 0 ? BlockState::current
                                                                                    : BlockState::stale;
}

void write_block(const GeneratedBlock& block) {
    std::string all = read_text(block.file);
    const auto found = find_block(all, block.name);
    if (!found)
        throw EnvironmentError(
            fmt::format("{} has no marker {}", block.file.string(), begin_marker(block.name)));
    all.replace(found->first, found->second - found->first, block.text);
    write_atomically(block.file, all);
}

void write_stale_blocks(const Course& course) {
    for (const GeneratedBlock& block : generated_blocks(course, all_results(course.root())))
        if (state_of(block) == BlockState::stale) write_block(block);
}

} // namespace grader
