#include "course/manifest.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/course.h"
#include "course/libraries.h"
#include "course/quantity.h"
#include "course/read_cases.h"
#include "course/read_modelled.h"
#include "course/read_solutions.h"
#include "course/score.h"
#include "course/strict_table.h"

namespace grader {
namespace {

constexpr std::int64_t manifest_format = 1;

bool is_identifier(const std::string& name) {
    const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return std::all_of(name.begin(), name.end(), fits) &&
           std::isdigit(static_cast<unsigned char>(name[0])) == 0;
}

std::string read_step(StrictTable& table, std::string_view key) {
    std::string step = table.text(key);
    if (!step.empty() && !is_step_name(step))
        table.report_error(key, fmt::format("'{}' is not a step; the steps are {}", step,
                                            fmt::join(step_names, ", ")));
    return step;
}

Limits read_limits(StrictTable& table) {
    Limits limits;
    limits.wall_s = table.number("wall_s", Sign::positive);
    limits.memory_mb = table.integer("memory_mb", Sign::positive);
    limits.output_kb = table.integer("output_kb", Sign::not_negative);
    table.report_unknown_keys();
    return limits;
}

std::vector<std::string> library_names() {
    std::vector<std::string> names;
    for (const Library& library : known_libraries()) names.emplace_back(library.name);
    return names;
}

ForbidRule read_forbid(StrictTable& table) {
    ForbidRule forbid{table.texts("libraries"), table.text("message")};
    if (forbid.libraries.empty()) table.report_error("libraries", "expected at least one library");
    for (const std::string& name : forbid.libraries) {
        if (find_library(name) == nullptr)
            table.report_error("libraries", fmt::format("unknown library '{}'; the libraries are {}", name,
                                                        fmt::join(library_names(), ", ")));
        if (std::count(forbid.libraries.begin(), forbid.libraries.end(), name) > 1)
            table.report_error("libraries", fmt::format("has '{}' twice", name));
    }
    table.report_unknown_keys();
    return forbid;
}

ScoreRule read_score(StrictTable& table) {
    ScoreRule score;
    score.correct = table.optional_number("correct", Sign::not_negative).value_or(score.correct);
    score.clean = table.optional_number("clean", Sign::not_negative).value_or(score.clean);
    score.technique = table.optional_number("technique", Sign::not_negative).value_or(score.technique);
    score.fast = table.optional_number("fast", Sign::not_negative).value_or(score.fast);
    table.report_unknown_keys();
    return score;
}

Threshold read_threshold(StrictTable table) {
    Threshold threshold;
    threshold.known = table.optional_number("known", Sign::positive).value_or(threshold.known);
    threshold.pass = table.number("pass", Sign::positive);
    threshold.full = table.number("full", Sign::positive);
    threshold.solution = table.optional_number("solution", Sign::positive).value_or(0);
    threshold.limit = table.optional_number("limit", Sign::positive).value_or(0);
    threshold.gain = table.optional_number("gain", Sign::positive).value_or(0);
    table.report_unknown_keys();
    if (threshold.pass > threshold.full)
        table.report_error("pass", "is more than full");
    else if (table.has("full") && threshold.full <= threshold.known)
        table.report_error("full",
                           fmt::format("must be more than {:g}, where points begin", threshold.known));
    else if (table.has("known") && threshold.known > threshold.pass)
        table.report_error("known", "is more than pass");
    return threshold;
}

SpeedRule read_speed(StrictTable& table) {
    SpeedRule speed;
    speed.reference = table.text("reference");
    speed.budget_s = table.has("budget_s") ? table.number("budget_s", Sign::positive) : speed.budget_s;
    speed.slide = table.text_or_empty("slide");
    speed.known = table.text_or_empty("known");
    // Every sub-table is for a GPU; report_unknown_keys() reports other unknown keys.
    for (const std::string& gpu : table.keys())
        if (table.has_table(gpu)) speed.thresholds[gpu] = read_threshold(*table.table(gpu));
    table.report_unknown_keys();
    if (!speed.reference.empty() && !speed.thresholds.contains(speed.reference))
        table.report_error("reference",
                           fmt::format("there is no [speed.{}] with its thresholds", speed.reference));
    return speed;
}

/// Checks that the known program is a file of the lab, and that each threshold has its speedup.
void check_known_program(StrictTable& lab, const Manifest& manifest) {
    const std::string& known = manifest.speed.known;
    const bool is_rung = std::any_of(manifest.rungs.begin(), manifest.rungs.end(),
                                     [&](const Rung& rung) { return rung.file == known; });
    if (!known.empty() && known != baseline_file && !is_rung)
        lab.report_error("speed",
                         fmt::format("known = '{}' is neither a rung's file nor {}", known, baseline_file));
    // a course without solutions: the known program has a speedup and no file
    if (manifest.rungs.empty()) return;
    for (const auto& [gpu, threshold] : manifest.speed.thresholds)
        if (!is_rung && threshold.known > ramp_start)
            lab.report_error("speed", fmt::format("[speed.{}] has known = {:g}, and no rung is known", gpu,
                                                  threshold.known));
    // On another GPU the rung may not be faster than the baseline. On the GPU that thresholds were chosen on
    // it is.
    const auto chosen = manifest.speed.thresholds.find(manifest.speed.reference);
    if (is_rung && chosen != manifest.speed.thresholds.end() && chosen->second.known <= ramp_start)
        lab.report_error("speed", fmt::format("[speed.{}] has no known = N, the speedup of {}, above {}",
                                              chosen->first, known, ramp_start));
}

std::vector<Task> read_tasks(StrictTable& lab) {
    std::vector<Task> tasks;
    UniqueValues ids;
    for (StrictTable& table : lab.tables("task")) {
        tasks.push_back({table.text("id"), table.text("title")});
        ids.add(table, "id", tasks.back().id);
        table.report_unknown_keys();
    }
    return tasks;
}

std::vector<Hint> read_hints(StrictTable& lab) {
    std::vector<Hint> hints;
    for (StrictTable& table : lab.tables("hint")) {
        hints.push_back({read_step(table, "step"), table.text("text")});
        if (table.has("when")) hints.back().when = read_pattern(table, "when");
        table.report_unknown_keys();
    }
    return hints;
}

std::vector<std::string> counter_names() {
    std::vector<std::string> names;
    for (const Quantity& quantity : known_quantities()) names.push_back(quantity.name);
    return names;
}

Gate read_gate(StrictTable& table) {
    Gate gate;
    gate.counter = table.text("counter");
    gate.min = table.optional_number("min", Sign::any);
    gate.max = table.optional_number("max", Sign::any);
    gate.slide = table.text("slide");
    gate.text = table.text("text");
    gate.weight = table.optional_number("weight", Sign::positive).value_or(gate.weight);
    gate.margin = table.optional_number("margin", Sign::not_negative).value_or(gate.margin);
    if (!gate.counter.empty() && find_quantity(gate.counter) == nullptr)
        table.report_error("counter", fmt::format("unknown counter '{}'; the counters are {}", gate.counter,
                                                  fmt::join(counter_names(), ", ")));
    if (!gate.min && !gate.max) table.report_error("counter", "has neither min nor max");
    if (gate.min && gate.max && *gate.min > *gate.max) table.report_error("min", "is more than max");
    return gate;
}

/// Returns whether every value that passes @p gate also passes @p before.
bool is_stricter(const Gate& gate, const Gate& before) {
    return (!before.max || (gate.max && *gate.max <= *before.max)) &&
           (!before.min || (gate.min && *gate.min >= *before.min));
}

/// Among several gates on one counter, a message names one: the first that fails, or the last that passes.
std::vector<Gate> read_gates(StrictTable& lab) {
    std::vector<Gate> gates;
    for (StrictTable& table : lab.tables("gate")) {
        const Gate gate = read_gate(table);
        for (const Gate& before : gates)
            if (before.counter == gate.counter && !is_stricter(gate, before))
                table.report_error("counter", "has a tighter gate above; the widest bound must be first");
        gates.push_back(gate);
        table.report_unknown_keys();
    }
    return gates;
}

Manifest read_lab(StrictTable& lab) {
    Manifest manifest;
    if (const std::int64_t format = lab.integer("format", Sign::any);
        lab.has("format") && format != manifest_format)
        lab.report_error("format", fmt::format("expected {}, the only known format", manifest_format));
    manifest.id = lab.text("id");
    if (!manifest.id.empty() && !is_lab_name(manifest.id))
        lab.report_error("id",
                         fmt::format("expected two digits and a name, as in 04_shared_tiling, found '{}'",
                                     manifest.id));
    manifest.title = lab.text("title");
    manifest.idea = lab.text("idea");
    manifest.needs = lab.texts("needs");
    manifest.entry = lab.text("entry");
    if (!manifest.entry.empty() && !is_identifier(manifest.entry))
        lab.report_error("entry", fmt::format("expected the name of a function, found '{}'", manifest.entry));

    manifest.skeleton_fingerprint = lab.text_or_empty("skeleton_hash");
    manifest.starts_right = lab.optional_flag("starts_right").value_or(false);
    manifest.undetectable_task = lab.text_or_empty("undetectable_task");

    if (auto forbid = lab.optional_table("forbid")) manifest.forbid = read_forbid(*forbid);
    if (auto limits = lab.table("limits")) manifest.limits = read_limits(*limits);
    if (auto score = lab.optional_table("score")) manifest.score = read_score(*score);
    const bool has_speed = lab.has("speed");
    if (auto speed = lab.optional_table("speed")) manifest.speed = read_speed(*speed);
    const DefaultSizes defaults = read_default_sizes(lab);
    manifest.cases = read_cases(lab, "case", defaults, {});
    if (manifest.cases.empty()) lab.report_error("case", "expected at least one [[case]]");
    manifest.timed = read_cases(lab, "timed", defaults, manifest.cases);
    if (manifest.timed.empty() == has_speed)
        lab.report_error(has_speed ? "timed" : "speed", "[[timed]] cases and [speed] need each other");
    manifest.modelled = read_modelled(lab, defaults, manifest.timed);
    manifest.clean = read_cases(lab, "clean", defaults, manifest.cases);
    manifest.counted = read_cases(lab, "counted", defaults, manifest.cases);
    manifest.measured = read_cases(lab, "measured", defaults, manifest.cases);
    manifest.tasks = read_tasks(lab);
    if (!manifest.undetectable_task.empty() && manifest.task(manifest.undetectable_task) == nullptr)
        lab.report_error("undetectable_task",
                         fmt::format("no [[task]] has the id '{}'", manifest.undetectable_task));
    manifest.rungs = read_rungs(lab);
    check_known_program(lab, manifest);
    manifest.wrong = read_wrong(lab, manifest.tasks);
    manifest.alternatives = read_alternatives(lab);
    manifest.peers = read_peers(lab);
    manifest.hints = read_hints(lab);
    manifest.gates = read_gates(lab);
    if (manifest.counted.empty() != manifest.gates.empty())
        lab.report_error(manifest.gates.empty() ? "counted" : "gate",
                         "[[counted]] cases and [[gate]] bounds need each other");
    if (auto sweep = lab.optional_table("sweep")) manifest.sweep = read_sweep(*sweep, manifest);
    if (!has_speed && manifest.timed.empty())
        for (const char* key : {"rung", "peer", "measured", "sweep"})
            if (lab.has(key)) lab.report_error(key, "needs [speed]: this lab is not timed");
    lab.report_unknown_keys();
    return manifest;
}

} // namespace

Manifest read_manifest(const std::filesystem::path& file) {
    if (!std::filesystem::is_regular_file(file))
        throw ManifestError(file.string() + ": there is no such file");
    TomlErrors complaints(file.string());
    Manifest manifest;
    read_strictly(file, complaints, [&](StrictTable& lab) { manifest = read_lab(lab); });
    if (!complaints.empty()) throw ManifestError(complaints.text());
    return manifest;
}

bool is_step_name(const std::string& name) {
    return std::find(step_names.begin(), step_names.end(), name) != step_names.end();
}

ThresholdsInUse SpeedRule::recorded_for(const std::string& slug) const {
    const auto own = thresholds.find(slug);
    if (own == thresholds.end()) return {ThresholdSource::none, reference, thresholds.at(reference)};
    return {ThresholdSource::measured, own->first, own->second};
}

std::filesystem::path Manifest::known_file(const std::filesystem::path& directory,
                                           const std::filesystem::path& solutions) const {
    return speed.known == baseline_file ? directory / speed.known : solutions / "ladder" / speed.known;
}

std::string WrongFile::skipped_task() const {
    const std::string name = std::filesystem::path(file).stem().string();
    return name.starts_with("skips_task_") ? name.substr(std::string_view("skips_").size()) : "";
}

const Task* Manifest::task(const std::string& name) const {
    const auto found =
        std::find_if(tasks.begin(), tasks.end(), [&](const Task& one) { return one.id == name; });
    return found == tasks.end() ? nullptr : &*found;
}

std::string Manifest::undetectable_sentence() const {
    const Task* const hidden = task(undetectable_task);
    if (hidden == nullptr) return {};
    return fmt::format("No counter shows whether task {} (\"{}\") was done, and its gain may lie within the "
                       "model's error: a GPU "
                       "measures it.",
                       hidden->id.substr(hidden->id.find('_') + 1), hidden->title);
}

bool Manifest::has_step(const std::string& name) const {
    if (name == "clean") return !clean.empty();
    if (name == "technique") return !gates.empty();
    if (name == "fast") return has_timed_cases();
    return is_step_name(name);
}

int Manifest::last_task_affecting_results() const {
    if (starts_right) return 0;
    return has_timed_cases() ? 1 : std::numeric_limits<int>::max();
}

double Manifest::max_points(const std::string& name) const {
    if (!has_step(name)) return 0;
    if (name == "correct") return score.correct;
    if (name == "clean") return score.clean;
    if (name == "technique") return score.technique;
    return name == "fast" ? score.fast : 0;
}

double Manifest::total_points() const {
    double total = 0;
    for (const std::string& step : step_names) total += max_points(step);
    return total;
}

} // namespace grader
