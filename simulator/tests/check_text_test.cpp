#include <filesystem>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "check_bench.h"
#include "finding_messages/call_messages.h"
#include "findings/finding_text.h"

using namespace bench;
using Catch::Matchers::ContainsSubstring;
using simulator::Finding;

TEST_CASE("a finding reads as a paragraph", "[checks][text][sentences]") {
    Bench bench;
    bench.access(10, 0, 3, shared(store), 12);
    bench.access(11, 0, 40, shared(load), 12);
    bench.access(11, 0, 41, shared(load), 12);
    CHECK(text_of(bench.only(FindingKind::shared_race)) ==
          "error: data race in shared memory at kernel.cu:11, in kernel()\n"
          "    what    reads 4 bytes that another thread of the same block has written, with no barrier "
          "between the two\n"
          "    where   byte 12 of the block's shared memory\n"
          "    who     thread (40, 0, 0) of block (0, 0, 0), and 1 more time\n"
          "    other   thread (3, 0, 0) of the same block wrote it, at kernel.cu:10\n"
          "    advice  Put __syncthreads() between the two, so that all threads have finished the first "
          "before any thread starts the second.\n"
          "    more    docs/findings/shared_race.md\n");
}

TEST_CASE("unknown parts of a finding are omitted", "[checks][text][sentences]") {
    Finding leak;
    leak.kind = FindingKind::leak;
    leak.what = {kernelsmith::call_messages::leaked_memory, {{"bytes", 4000}}};
    CHECK(text_of(leak) == "error: memory leak\n"
                           "    what    4000 bytes were never freed\n"
                           "    more    docs/findings/leak.md\n");

    Finding note;
    note.kind = FindingKind::same_value_race;
    note.place = {.kernel = "fill(int*)", .function = "set(int*)", .ptx_line = 17};
    CHECK(
        text_of(note) ==
        "note: data race: threads write the same value at line 17 of the PTX (compile with -lineinfo to see "
        "yours), in set(int*), called by fill(int*)\n"
        "    more    docs/findings/same_value_race.md\n");
}

TEST_CASE("findings of one kind on one source line are merged and counted", "[checks][text]") {
    simulator::Findings findings;
    Finding finding;
    finding.place = {.kernel = "k", .file = "a.cu", .line = 3};
    const std::size_t first = findings.add(finding);
    CHECK(findings.add(finding) == first);
    findings.count(first, 5);
    finding.place.line = 4;
    CHECK(findings.add(finding) != first);
    finding.kind = FindingKind::same_value_race;
    findings.add(finding);
    REQUIRE(findings.all().size() == 3);
    CHECK(findings.all()[0].count == 7);
    CHECK(findings.failures() == 2);
}

TEST_CASE("findings in host code are merged per call site and counted", "[checks][text]") {
    const int calls[2] = {};
    simulator::Findings findings;
    Finding finding;
    finding.place = {.function = "main", .call = &calls[0]};
    const std::size_t first = findings.add(finding);
    CHECK(findings.add(finding) == first);
    finding.place.call = &calls[1];
    CHECK(findings.add(finding) != first);
    CHECK(findings.all()[first].count == 2);
    // Two calls on one line, for example by inlining, are the same location for a reader.
    finding.place.file = "a.cu";
    finding.place.line = 3;
    const std::size_t on_line = findings.add(finding);
    finding.place.call = &calls[0];
    CHECK(findings.add(finding) == on_line);
    CHECK(text_of(findings.all()[first]) == "error: out-of-bounds access, in main\n"
                                            "    who     1 more time\n"
                                            "    more    docs/findings/out_of_bounds.md\n");
}

TEST_CASE("findings from an unknown location are reported one by one", "[checks][text]") {
    simulator::Findings findings;
    Finding finding;
    finding.kind = FindingKind::leak;
    findings.add(finding);
    findings.add(finding);
    CHECK(findings.all().size() == 2);
}

TEST_CASE("a finding of a check that was not requested is a note", "[checks][text]") {
    simulator::Findings findings;
    Finding leak;
    leak.kind = FindingKind::leak;
    leak.not_requested = true;
    findings.add(leak);
    CHECK(findings.failures() == 0);
    CHECK(text_of(leak).starts_with("note: memory leak\n"));
    leak.not_requested = false;
    findings.add(leak);
    CHECK(findings.failures() == 1);
}

TEST_CASE("every kind of finding has a documentation page", "[checks][text]") {
    const std::filesystem::path project = KERNELSMITH_SOURCE_DIR;
    CHECK(page_of(FindingKind::shared_race) == "docs/findings/shared_race.md");
    for (int kind = 0; kind <= static_cast<int>(FindingKind::failed_call); ++kind) {
        const std::string page = page_of(static_cast<FindingKind>(kind));
        INFO(page);
        CHECK(std::filesystem::exists(project / page));
    }
}

TEST_CASE("a kind of finding has its name and is a failure or a note", "[checks][text]") {
    CHECK(text_of(FindingKind::out_of_bounds) == "out_of_bounds");
    CHECK(text_of(FindingKind::host_access) == "host_access");
    CHECK(text_of(FindingKind::failed_call) == "failed_call");
    CHECK_FALSE(is_failure(FindingKind::same_value_race));
    CHECK_FALSE(is_failure(FindingKind::failed_call));
    CHECK(is_failure(FindingKind::unchecked_launch));
    CHECK(is_failure(FindingKind::leak));
}
