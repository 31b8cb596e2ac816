// Records under docs/results.

#include <cstdlib>
#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "authoring/bench/thresholds/threshold_record.h"
#include "authoring/bench/verdicts/record.h"
#include "authoring/mutation/tally.h"
#include "authoring/records/calibration/record.h"
#include "authoring/records/counters/record.h"
#include "authoring/records/model/record.h"
#include "authoring/records/tasks/record.h"
#include "base/json_text.h"
#include "grading/results/results.h"
#include "testing/harness.h"

namespace fs = std::filesystem;

namespace {

const fs::path records = fs::path(KERNELSMITH_SOURCE_DIR) / "docs/results";

/// Checks that each record in @p folder of docs/results is unchanged after @p read and @p write.
template <class Read, class Write> void check_round_trip(const fs::path& folder, Read read, Write write) {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(records / folder)) {
        if (entry.path().extension() != ".json") continue;
        INFO(entry.path().string());
        const fs::path again = harness::scratch("record-again") / "record.json";
        write(again, read(entry.path()));
        CHECK(harness::read(again) == harness::read(entry.path()));
        ++files;
    }
    CHECK(files > 0);
}

} // namespace

TEST_CASE("a record has one row per line", "[records]") {
    const nlohmann::json rows = {{"counted", {{{"at", {1, 2}}, {"name", "a"}}, {{"at", {3}}, {"name", "b"}}}},
                                 {"format", 1}};
    CHECK(grader::record_text(rows) == R"({
 "counted": [
  {"at":[1,2],"name":"a"},
  {"at":[3],"name":"b"}
 ],
 "format": 1
}
)");
    CHECK(grader::record_text(nlohmann::json::object()) == "{}\n");
    CHECK(grader::parse_json(grader::record_text(rows)) == rows);
}

TEST_CASE("every committed record is in the canonical format", "[records]") {
    int records = 0;
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(KERNELSMITH_SOURCE_DIR) / "docs/results")) {
        if (entry.path().extension() != ".json") continue;
        INFO(entry.path().string() << ": KERNELSMITH_APPROVE=1 writes it anew");
        const std::string text = harness::read(entry.path());
        const std::string written = grader::record_text(grader::parse_json(text));
        if (written != text && std::getenv("KERNELSMITH_APPROVE") != nullptr)
            harness::write(entry.path(), written);
        else
            CHECK(written == text);
        ++records;
    }
    CHECK(records >= 10);
}

TEST_CASE("each record is read and written by its fields without a change", "[records]") {
    check_round_trip("", grader::read_results, grader::write_results);
    check_round_trip("calibration", grader::calibration::read_calibration,
                     grader::calibration::write_calibration);
    check_round_trip("counters", grader::read_counters, grader::write_counters);
    check_round_trip("thresholds", grader::threshold_sources::read_record,
                     grader::threshold_sources::write_record);
    const fs::path scratch = harness::scratch("records-again");
    grader::tasks::write_task_record(scratch, grader::tasks::read_task_record(KERNELSMITH_SOURCE_DIR));
    grader::mutation::write_mutant_record(scratch,
                                          grader::mutation::read_mutant_record(KERNELSMITH_SOURCE_DIR));
    for (const char* file : {"tasks/labs.json", "tasks.md", "mutants/labs.json", "mutants.md"})
        CHECK(harness::read(scratch / "docs/results" / file) == harness::read(records / file));
    const fs::path modelled = records / "times/h200/modelled.json";
    CHECK(grader::accuracy::text_of(grader::accuracy::read_record(modelled)) == harness::read(modelled));
    std::string lines;
    for (const grader::verdicts::SpeedMeasurement& trial :
         grader::verdicts::read_record(records / "verdicts/h200.jsonl"))
        lines += grader::verdicts::to_line(trial) + '\n';
    CHECK(lines == harness::read(records / "verdicts/h200.jsonl"));
}
