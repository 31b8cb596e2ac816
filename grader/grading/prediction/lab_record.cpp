#include "grading/prediction/lab_record.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/files.h"
#include "base/record/record_file.h"

using grader::CallStep;
using grader::LaunchRounds;
using namespace grader::prediction;

template <> struct kernelsmith::Names<CallStep::Kind> {
    using Kind = CallStep::Kind;
    static constexpr std::array list = {named(Kind::launch, "launch"), named(Kind::to_host, "to_host"),
                                        named(Kind::to_device, "to_device"),
                                        named(Kind::on_device, "on_device")};
};
template <> struct kernelsmith::Fields<CallStep> {
    static constexpr auto list =
        std::tuple(field("kind", &CallStep::kind), field("launches", &CallStep::launches),
                   field("bytes", &CallStep::bytes), field("moved_bytes", &CallStep::moved_bytes),
                   field("count", &CallStep::count));
};
template <> struct kernelsmith::Fields<LaunchRounds> {
    static constexpr auto list =
        std::tuple(field("work", &LaunchRounds::work), field("launches", &LaunchRounds::launches));
};
template <> struct kernelsmith::Fields<RecordedLaunch> {
    static constexpr auto list =
        std::tuple(field("rounds", &RecordedLaunch::rounds), field<AsJson>("model", &RecordedLaunch::model));
};
template <> struct kernelsmith::Fields<RecordedCall> {
    static constexpr auto list =
        std::tuple(field("steps", &RecordedCall::steps), field("launches", &RecordedCall::launches));
};
template <> struct kernelsmith::Fields<RecordedGpu> {
    static constexpr auto list =
        std::tuple(field("parts", &RecordedGpu::parts), field("memory_parts", &RecordedGpu::memory_parts),
                   field("whole", &RecordedGpu::whole), field("calls", &RecordedGpu::calls));
};
template <> struct kernelsmith::Fields<LabRecord> {
    static constexpr auto list = std::tuple(field("band", &LabRecord::band), field("gpus", &LabRecord::gpus));
};

namespace grader::prediction {
namespace {

constexpr RecordKind kind_of_record = {"a record of modelled calls", 1,
                                       " Get the file from the course again."};

} // namespace

RecordedCall recorded(const ModelledCall& call) {
    RecordedCall record;
    record.steps = call.steps;
    std::vector<std::size_t> places; // in the record, by launch
    for (std::size_t n = 0; n < call.launches.size(); ++n) {
        const RecordedLaunch launch{call.launches[n].time->record, call.rounds[n]};
        const auto alike = std::ranges::find_if(record.launches, [&](const RecordedLaunch& other) {
            return other.model == launch.model && other.rounds.work == launch.rounds.work &&
                   other.rounds.launches == launch.rounds.launches;
        });
        places.push_back(static_cast<std::size_t>(alike - record.launches.begin()));
        if (alike == record.launches.end()) record.launches.push_back(launch);
    }
    for (CallStep& step : record.steps)
        for (std::size_t& launch : step.launches) launch = places[launch];
    return record;
}

std::filesystem::path record_file(const Lab& lab) { return lab.directory / "modelled.json"; }

LabRecord read_record(const Lab& lab) { return record_in<LabRecord>(record_file(lab), kind_of_record); }

void write_record(const Lab& lab, const LabRecord& record) {
    // One line per GPU: most of these files would be indentation otherwise.
    std::string gpus;
    for (const auto& [slug, gpu] : record.gpus)
        gpus += fmt::format("{}\n\"{}\": {}", gpus.empty() ? "" : ",", slug, nlohmann::json(gpu).dump());
    write_atomically(record_file(lab), fmt::format("{{\"format\": {}, \"band\": {}, \"gpus\": {{{}}}}}\n",
                                                   kind_of_record.format, record.band, gpus));
}

} // namespace grader::prediction
