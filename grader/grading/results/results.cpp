#include "grading/results/results.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/record/digits.h"
#include "base/record/record_file.h"
#include "course/quantity.h"
#include "grading/measure/ceilings_fields.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Digits that are reproducible from run to run.
constexpr int result_digits = 4;
using Rounded = Digits<result_digits>;

constexpr RecordKind kind_of_results = {"a results file", 1};
constexpr char cases_name[] = "cases";

constexpr auto launch_of_rung = kernelsmith::inlined(
    &RungResult::main,
    std::tuple(kernelsmith::field("kernel", &Launch::kernel), kernelsmith::field("block", &Launch::block),
               kernelsmith::field("grid", &Launch::grid), kernelsmith::field("registers", &Launch::registers),
               kernelsmith::field("shared_bytes", &Launch::shared_bytes),
               kernelsmith::field<Rounded>("occupancy", &Launch::occupancy)));

/// The main launch of a rung and its counters; nothing if no kernel was launched.
struct CountersForm {
    template <class Json> static Json written(const RungResult& rung) {
        if (rung.kernels == 0) return Json::object();
        Json counters = kernelsmith::fields_to_json<Json>(launch_of_rung, rung);
        counters["launches"] = rung.kernels;
        // If both runs have a counter, the timed run's value wins.
        for (const auto& [name, value] : rung.counted)
            counters.emplace(name, round_to_digits(value, result_digits));
        return counters;
    }
    template <class Json> static void read(const Json& counters, RungResult& rung) {
        rung.kernels = counters.value("launches", std::size_t{0});
        if (rung.kernels == 0) return;
        kernelsmith::fields_from_json(counters, launch_of_rung, rung);
        for (const Quantity& quantity : known_quantities())
            if (const auto value = counters.find(quantity.name); value != counters.end())
                rung.counted[quantity.name] = *value;
    }
};

} // namespace
} // namespace grader

template <> struct kernelsmith::Fields<grader::RungResult> {
    using Rung = grader::RungResult;
    static constexpr auto list =
        std::tuple(field("name", &Rung::name), field<grader::Rounded>("ms", &Rung::ms),
                   field<grader::Rounded>("speedup", &Rung::speedup),
                   field<grader::Rounded>("low", &Rung::low), field<grader::Rounded>("high", &Rung::high),
                   field("expect", &Rung::expect),
                   field<grader::CountersForm>(
                       "counters", [](auto& rung) -> auto& { return rung; }));
};

template <> struct kernelsmith::Fields<grader::PeerResult> {
    using Peer = grader::PeerResult;
    static constexpr auto list = std::tuple(field("name", &Peer::name), field("title", &Peer::title),
                                            field<grader::Rounded>("ms", &Peer::ms),
                                            field<grader::Rounded>("speedup", &Peer::speedup));
};

template <> struct kernelsmith::Fields<grader::CaseResult> {
    using Case = grader::CaseResult;
    static constexpr auto list = std::tuple(field("name", &Case::name), field("size", &Case::size),
                                            field<grader::Rounded>("limit_ms", &Case::limit_ms),
                                            field<grader::Rounded>("floor_ms", &Case::floor_ms),
                                            field("rungs", &Case::rungs), field("peers", &Case::peers));
};

template <> struct kernelsmith::Fields<grader::Results> {
    using Results = grader::Results;
    static constexpr auto list =
        std::tuple(field("device", &Results::device), field("driver", &Results::driver),
                   field("toolkit", &Results::toolkit), field("ceilings", &Results::ceilings),
                   field<ListsUnder<grader::cases_name>>("labs", &Results::labs));
};

namespace grader {

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

std::vector<std::string> missing_results(const Lab& lab, const std::vector<CaseResult>& before,
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
        for (const LabProgram& entry : lab_programs(lab))
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

Results read_results(const fs::path& file) { return record_in<Results>(file, kind_of_results); }

void write_results(const fs::path& file, const Results& results) {
    write_record_file(file, kind_of_results, results);
}

fs::path results_file(const fs::path& course_root, const std::string& slug) {
    return course_root / "docs" / "results" / (slug + ".json");
}

std::map<std::string, Results> all_results(const fs::path& course_root) {
    return records_in<Results>(course_root / "docs" / "results", kind_of_results);
}

} // namespace grader
