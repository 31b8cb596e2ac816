// A class's journal: written entries are on the disk, and partial ones do not count.

#include <csignal>
#include <fstream>
#include <sys/resource.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json_text.h"
#include "classroom/run/journal.h"
#include "grading/grade/grade_json.h"
#include "grading/report/grade/json.h"
#include "testing/harness.h"
#include "testing/samples.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::Event;
using grader::JournalEntry;
using grader::JournalReader;
using grader::JournalWriter;
using grader::Stage;

JournalEntry entry(const std::string& key, Event event = Event::done) {
    JournalEntry one;
    one.event = event;
    one.run = 3;
    one.key = key;
    one.stage = Stage::time;
    one.student = "Zo\xc3\xab\t\n";
    one.lab = "01_scale";
    one.at = 1795625049.5;
    one.seconds = 2.5;
    one.device_seconds = 1.25;
    one.host = "node7";
    one.device = "h200";
    one.timing_pending = true;
    one.why = "no space\tleft\n";
    return one;
}

std::vector<JournalEntry> read_new(JournalReader& reader) {
    std::vector<JournalEntry> entries;
    reader.refresh([&](const JournalEntry& read) { entries.push_back(read); });
    return entries;
}

fs::path only_file(const fs::path& folder) { return fs::directory_iterator(folder)->path(); }

/// While it exists, writing a file beyond some bytes fails like on a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        struct sigaction ignore {};
        ignore.sa_handler = SIG_IGN;
        ::sigaction(SIGXFSZ, &ignore, &before_);
        ::getrlimit(RLIMIT_FSIZE, &usual_);
        const rlimit tight{bytes, usual_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &tight);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &usual_);
        ::sigaction(SIGXFSZ, &before_, nullptr);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    struct sigaction before_ {};
    rlimit usual_{};
};

} // namespace

TEST_CASE("a class journal entry is read once with its grade", "[class-journal]") {
    const fs::path folder = harness::scratch("class-journal");
    JournalWriter writer(folder, "3-time-node7-4711");
    JournalReader reader(folder);
    const grader::LabGrade grade = samples::too_slow();
    writer.append(entry("aa", Event::began));
    writer.append(entry("aa"), &grade);
    const std::vector<JournalEntry> entries = read_new(reader);
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].event == Event::began);
    const JournalEntry& read = entries[1];
    const JournalEntry wrote = entry("aa");
    CHECK(read.event == wrote.event);
    CHECK(read.run == wrote.run);
    CHECK(read.key == wrote.key);
    CHECK(read.stage == wrote.stage);
    CHECK(read.student == wrote.student);
    CHECK(read.lab == wrote.lab);
    CHECK(read.at == wrote.at);
    CHECK(read.seconds == wrote.seconds);
    CHECK(read.device_seconds == wrote.device_seconds);
    CHECK(read.host == wrote.host);
    CHECK(read.device == wrote.device);
    CHECK(read.timing_pending == wrote.timing_pending);
    CHECK(read.why == wrote.why);
    CHECK(grader::to_json(JournalReader::grade_of(read)) == grader::to_json(grade));
    CHECK(read_new(reader).empty());
    writer.append(entry("bb"), &grade);
    REQUIRE(read_new(reader).size() == 1);
}

TEST_CASE("every kind of grade survives a round trip through a record", "[class-journal]") {
    grader::GradeReport all = samples::class_of_three();
    all.submissions.push_back(
        {"more",
         {samples::passed(), samples::wrong_output(), samples::too_slow(), samples::too_close(),
          samples::compile_error(), samples::no_gpu(), samples::correct_untimed(), samples::counted(),
          samples::unclean(), samples::wasteful(), samples::hostile()}});
    for (const grader::Submission& submission : all.submissions)
        for (const grader::LabGrade& grade : submission.labs) {
            // Serialize it once: a text that is not UTF-8 loses its invalid bytes, which a report would not
            // print either.
            const auto once = grader::parse_json(grader::json_text(grader::record_of(grade)));
            const grader::LabGrade read = grader::grade_from_json(once);
            CHECK(grader::json_text(grader::to_json(read)) == grader::json_text(grader::to_json(grade)));
            CHECK(read.submitted == grade.submitted);
            REQUIRE(read.launches.size() == grade.launches.size());
            for (std::size_t i = 0; i < read.launches.size(); ++i)
                CHECK(read.launches[i].symbol == grade.launches[i].symbol);
            CHECK(read.evidence.counted_by_call.size() == grade.evidence.counted_by_call.size());
        }
}

TEST_CASE("an incomplete class journal line is read once it is complete", "[class-journal]") {
    const fs::path folder = harness::scratch("class-journal-torn");
    const grader::LabGrade grade = samples::passed();
    {
        JournalWriter writer(folder, "w");
        writer.append(entry("aa"), &grade);
        writer.append(entry("bb"), &grade);
    }
    const fs::path file = only_file(folder);
    const std::string whole = harness::read(file);
    JournalReader reader(folder);
    harness::write(file, whole.substr(0, whole.size() - 7));
    REQUIRE(read_new(reader).size() == 1);
    CHECK(read_new(reader).empty());
    harness::write(file, whole);
    const std::vector<JournalEntry> late = read_new(reader);
    REQUIRE(late.size() == 1);
    CHECK(late.front().key == "bb");
    CHECK(JournalReader::grade_of(late.front()).verdict == grader::Verdict::pass);
}

TEST_CASE("an invalid class journal line is skipped", "[class-journal]") {
    const fs::path folder = harness::scratch("class-journal-nonsense");
    harness::write(folder / "x.jsonl", "\n{}\nnonsense\n{\"event\":\"done\"}\n[1]\t[2]\n");
    JournalReader reader(folder);
    CHECK(read_new(reader).empty());
}

TEST_CASE("a full disk loses no earlier journal line and leaves no partial one", "[class-journal]") {
    const fs::path folder = harness::scratch("class-journal-full");
    const grader::LabGrade grade = samples::passed();
    JournalWriter writer(folder, "w");
    writer.append(entry("aa"), &grade);
    const fs::path file = only_file(folder);
    const auto size = fs::file_size(file);
    bool refused = false;
    {
        const FullDisk full(size + 100);
        try {
            writer.append(entry("bb"), &grade);
        } catch (const grader::EnvironmentError&) {
            refused = true;
        }
    }
    CHECK(refused);
    CHECK(fs::file_size(file) == size);
    writer.append(entry("cc"), &grade);
    JournalReader reader(folder);
    const std::vector<JournalEntry> entries = read_new(reader);
    REQUIRE(entries.size() == 2);
    CHECK(entries.back().key == "cc");
}

TEST_CASE("the check for free disk space detects a full disk and leaves no file behind", "[class-journal]") {
    const fs::path folder = harness::scratch("class-journal-room");
    CHECK(grader::has_disk_space(folder));
    bool had_room = true;
    {
        const FullDisk full(100);
        had_room = grader::has_disk_space(folder);
    }
    CHECK_FALSE(had_room);
    CHECK(grader::has_disk_space(folder));
    CHECK(fs::is_empty(folder));
    CHECK_THROWS_WITH(grader::has_disk_space(folder / "nowhere"), ContainsSubstring("No such file"));
}

TEST_CASE("a writer counts as alive while its journal is open", "[class-journal]") {
    const fs::path folder = harness::scratch("class-journal-alive");
    std::optional<JournalWriter> writer(std::in_place, folder, "w");
    writer->append(entry("aa", Event::began));
    const fs::path file = only_file(folder);
    CHECK(JournalReader::is_writer_alive(file));
    writer.reset();
    CHECK_FALSE(JournalReader::is_writer_alive(file));
}
