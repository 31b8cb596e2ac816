#include "grading/results/results.h"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "course/quantity.h"

namespace grader {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Four significant digits: what repeats from run to run, and no more.
double tidy(double value) { return std::stod(fmt::format("{:.4g}", value)); }

json to_json(const RungResult& rung) {
    json result = {{"name", rung.name},     {"ms", tidy(rung.ms)},     {"speedup", tidy(rung.speedup)},
                   {"low", tidy(rung.low)}, {"high", tidy(rung.high)}, {"expect", rung.expect}};
    json& counters = result["counters"] = json::object();
    if (rung.kernels == 0) return result;
    counters = {{"kernel", rung.main.kernel},
                {"launches", rung.kernels},
                {"block", rung.main.block},
                {"grid", rung.main.grid},
                {"registers", rung.main.registers},
                {"shared_bytes", rung.main.shared_bytes},
                {"occupancy", tidy(rung.main.occupancy)}};
    // Where both know a thing, the timed run has the word.
    for (const auto& [name, value] : rung.counted) counters.emplace(name, tidy(value));
    return result;
}

RungResult rung_from(const json& entry) {
    RungResult rung;
    rung.name = entry.at("name");
    rung.ms = entry.at("ms");
    rung.speedup = entry.at("speedup");
    rung.low = entry.at("low");
    rung.high = entry.at("high");
    rung.expect = entry.at("expect");
    const json& counters = entry.at("counters");
    rung.kernels = counters.value("launches", std::size_t{0});
    if (rung.kernels == 0) return rung;
    rung.main.kernel = counters.at("kernel");
    rung.main.block = counters.at("block");
    rung.main.grid = counters.at("grid");
    rung.main.registers = counters.at("registers");
    rung.main.shared_bytes = counters.at("shared_bytes");
    rung.main.occupancy = counters.at("occupancy");
    for (const Quantity& quantity : known_quantities())
        if (const auto value = counters.find(quantity.name); value != counters.end())
            rung.counted[quantity.name] = *value;
    return rung;
}

json to_json(const PeerResult& peer) {
    return {{"name", peer.name},
            {"title", peer.title},
            {"ms", tidy(peer.ms)},
            {"speedup", tidy(peer.speedup)}};
}

json to_json(const CaseResult& measured) {
    json rungs = json::array();
    json peers = json::array();
    for (const PeerResult& peer : measured.peers) peers.push_back(to_json(peer));
    for (const RungResult& rung : measured.rungs) rungs.push_back(to_json(rung));
    return {{"name", measured.name},
            {"size", measured.size},
            {"limit_ms", tidy(measured.limit_ms)},
            {"floor_ms", tidy(measured.floor_ms)},
            {"rungs", std::move(rungs)},
            {"peers", std::move(peers)}};
}

CaseResult case_from(const json& entry) {
    CaseResult result{entry.at("name"), entry.at("size"), entry.at("limit_ms"), entry.at("floor_ms"), {}};
    for (const json& rung : entry.at("rungs")) result.rungs.push_back(rung_from(rung));
    for (const json& peer : entry.at("peers"))
        result.peers.push_back({peer.at("name"), peer.at("title"), peer.at("ms"), peer.at("speedup")});
    return result;
}

} // namespace

const RungResult* CaseResult::find(const std::string& rung) const {
    const auto found =
        std::find_if(rungs.begin(), rungs.end(), [&](const RungResult& r) { return r.name == rung; });
    return found == rungs.end() ? nullptr : &*found;
}

const PeerResult* CaseResult::find_peer(const std::string& peer) const {
    const auto found =
        std::find_if(peers.begin(), peers.end(), [&](const PeerResult& p) { return p.name == peer; });
    return found == peers.end() ? nullptr : &*found;
}

std::vector<std::string> lost(const Lab& lab, const std::vector<CaseResult>& before,
                              const std::vector<CaseResult>& now) {
    std::vector<std::string> missing;
    for (const CaseResult& old : before) {
        const auto same_name = [&](const auto& other) { return other.name == old.name; };
        const auto has = [&](const std::vector<Case>& cases) {
            return std::any_of(cases.begin(), cases.end(), same_name);
        };
        if (!has(lab.manifest.timed) && !has(lab.manifest.measured)) continue;
        const auto found = std::find_if(now.begin(), now.end(), same_name);
        const CaseResult* const again = found == now.end() ? nullptr : &*found;
        const auto miss = [&](const std::string& name) {
            missing.push_back(fmt::format("{} ({})", name, old.name));
        };
        for (const Entry& entry : entries_of(lab))
            if (entry.expect.is_timed() && old.find(entry.name) != nullptr &&
                (again == nullptr || again->find(entry.name) == nullptr))
                miss(entry.name);
        for (const Peer& peer : lab.manifest.peers)
            if (old.find_peer(peer.name()) != nullptr &&
                (again == nullptr || again->find_peer(peer.name()) == nullptr))
                miss(peer.name());
    }
    return missing;
}

Results read_results(const fs::path& file) {
    Results results;
    if (!fs::exists(file)) return results;
    try {
        const json document = parse_json(read_text(file));
        results.device = document.at("device");
        results.driver = document.at("driver");
        results.toolkit = document.at("toolkit");
        results.ceilings = ceilings_from(document.at("ceilings"));
        for (const auto& [id, lab] : document.at("labs").items())
            for (const json& entry : lab.at("cases")) results.labs[id].push_back(case_from(entry));
    } catch (const json::exception& error) {
        throw EnvironmentError(fmt::format("{} is not a results file: {}", file.string(), error.what()));
    }
    return results;
}

void write_results(const fs::path& file, const Results& results) {
    json labs = json::object();
    for (const auto& [id, cases] : results.labs)
        for (const CaseResult& measured : cases) labs[id]["cases"].push_back(to_json(measured));
    const json document = {{"format", 1},
                           {"device", results.device},
                           {"driver", results.driver},
                           {"toolkit", results.toolkit},
                           {"ceilings",
                            to_json({tidy(results.ceilings.copy_gb_s), tidy(results.ceilings.fp32_gflop_s),
                                     tidy(results.ceilings.roots_giga_s)})},
                           {"labs", std::move(labs)}};
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    write_atomically(file, record_text(document));
}

fs::path results_file(const fs::path& course_root, const std::string& slug) {
    return course_root / "docs" / "results" / (slug + ".json");
}

std::map<std::string, Results> all_results(const fs::path& course_root) {
    std::map<std::string, Results> all;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(course_root / "docs" / "results", none))
        if (entry.path().extension() == ".json")
            all[entry.path().stem().string()] = read_results(entry.path());
    return all;
}

} // namespace grader
