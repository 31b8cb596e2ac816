// The submission store: each submission is stored unchanged, once, with a trustworthy time.

#include <catch2/catch_test_macros.hpp>

#include "base/files.h"
#include "classroom/run/class_folder.h"
#include "classroom/submissions/submission_store.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using grader::FoundSubmission;
using grader::StoreResult;
using grader::SubmissionStore;

constexpr double noon = 1'764'590'400;

FoundSubmission found_of(const std::string& student, const std::string& text, double claimed = noon,
                         double not_before = 0) {
    return {student, "01_scale", {}, "", claimed, not_before, {{"student.cu", {}, text}}};
}

fs::path folder_for(const std::string& name) {
    fs::path folder = harness::scratch(name);
    fs::create_directories(folder);
    return folder;
}

} // namespace

TEST_CASE("a stored submission is read back with its files", "[submissions]") {
    const fs::path folder = folder_for("submissions-kept");
    {
        SubmissionStore submission_store(folder, 1);
        FoundSubmission found = found_of("ada", "one");
        found.files.push_back({"tiles/load.cuh", {}, std::string("\0\xff", 2)});
        CHECK(submission_store.take(found, noon) == StoreResult::kept);
        CHECK(submission_store.take(found, noon + 1) == StoreResult::same_as_last);
        CHECK(submission_store.take(found_of("bo", "one"), noon + 2) == StoreResult::kept);
    }
    const SubmissionStore again(folder, 1);
    REQUIRE(again.all().size() == 2);
    const grader::LabSubmission& first = again.all()[0];
    CHECK(first.student == "ada");
    CHECK(first.number == 1);
    CHECK(harness::read(again.source_file_of(first)) == "one");
    CHECK(harness::read(again.source_file_of(first).parent_path() / "tiles/load.cuh") ==
          std::string("\0\xff", 2));
    // The same file of two students is two submissions.
    CHECK(again.all()[1].id != first.id);
    CHECK(again.last("bo", "01_scale")->number == 1);
    CHECK(again.last("bo", "02_sum") == nullptr);
}

TEST_CASE("a submission time is the claimed one clamped to the time between two scans", "[submissions]") {
    SubmissionStore submission_store(folder_for("submissions-times"), 1);
    auto time_of = [&, number = 0](double claimed, double not_before) mutable {
        REQUIRE(submission_store.take(found_of("ada", std::to_string(++number), claimed, not_before), noon) ==
                StoreResult::kept);
        return submission_store.all().back().at;
    };
    CHECK(time_of(noon - 100, 0) == noon - 100);
    CHECK(time_of(noon - 100, noon - 10) == noon - 10);
    CHECK(time_of(noon + 100, noon - 10) == noon);
    CHECK(time_of(noon - 5, noon + 50) == noon); // the clock was set back in the meantime
}

TEST_CASE("a line that a crash cut off counts as not written", "[submissions]") {
    const fs::path folder = folder_for("submissions-cut");
    {
        SubmissionStore submission_store(folder, 1);
        REQUIRE(submission_store.take(found_of("ada", "one"), noon) == StoreResult::kept);
        REQUIRE(submission_store.take(found_of("ada", "two"), noon) == StoreResult::kept);
    }
    const std::string list = harness::read(folder / "list");
    harness::write(folder / "list", list.substr(0, list.size() - 5));
    {
        SubmissionStore submission_store(folder, 1);
        CHECK(submission_store.all().size() == 1);
        CHECK(submission_store.take(found_of("ada", "two"), noon) == StoreResult::kept);
    }
    CHECK(harness::read(folder / "list") == list);
}

TEST_CASE("a student over the daily storage limit does not affect others", "[submissions]") {
    SubmissionStore submission_store(folder_for("submissions-much"), 1);
    const auto large = [](char fill) { return std::string(std::size_t{30} << 20, fill); };
    CHECK(submission_store.take(found_of("ada", large('a')), noon) == StoreResult::kept);
    CHECK(submission_store.take(found_of("ada", large('b')), noon + 60) == StoreResult::kept);
    CHECK(submission_store.take(found_of("ada", large('c')), noon + 120) == StoreResult::over_daily_limit);
    CHECK(submission_store.take(found_of("ada", "small"), noon + 180) == StoreResult::kept);
    CHECK(submission_store.take(found_of("bo", large('c')), noon + 240) == StoreResult::kept);
    CHECK(submission_store.take(found_of("ada", large('c')), noon + 24 * 60 * 60 + 1) == StoreResult::kept);
}
