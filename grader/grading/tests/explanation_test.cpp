// The documents of `grader explain` for programs and for browsers.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "finding_messages/memory_messages.h"
#include "grading/messages/speed.h"
#include "grading/report/explain/explain_page.h"
#include "grading/sentences/sentence.h"
#include "testing/harness.h"
#include "testing/schema_check.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::sentence;
using harness::Grader;
using harness::RunResult;
using nlohmann::json;

json explain_schema() {
    std::ifstream file(fs::path(KERNELSMITH_SOURCE_DIR) / "docs/explain.schema.json");
    REQUIRE(file.is_open());
    return json::parse(file);
}

json lanes_from(std::int64_t first, std::int64_t step) {
    json lanes = json::array();
    for (int lane = 0; lane < 32; ++lane) lanes.push_back(lane == 31 ? json() : json(first + lane * step));
    return lanes;
}

/// Returns an access in the simulator's report, to the memory that cudaMalloc number @p number allocated.
json simulated_access(int number, std::uint64_t bytes, std::uint64_t sectors, std::int64_t step) {
    return {{"file", "/course/labs/01_scale/student.cu"},
            {"line", 9},
            {"instruction", "ld.global.f32 %f1, [%rd4];"},
            {"op", 12},
            {"space", "global"},
            {"kind", "load"},
            {"bytes", 4},
            {"block", {1, 0, 0}},
            {"warp", 3},
            {"execution", 2},
            {"order", 5},
            {"buffer", {{"kind", "call"}, {"function", "cudaMalloc"}, {"number", number}}},
            {"buffer_bytes", bytes},
            {"buffer_at", nullptr},
            {"misaligned", 0},
            {"sectors", sectors},
            {"wavefronts", nullptr},
            {"wavefronts_ideal", nullptr},
            {"lanes", lanes_from(0, step)}};
}

/// Returns a report of some launches of one kernel, all of which have accesses.
json with_accesses(int launches = 2) {
    json report = simulated::nothing();
    report["counters"] = {{{"name", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
                           {"alias", ""},
                           {"unit", "sector"},
                           {"meaning", "32-byte sectors that loads touch"}},
                          {{"name", "kernelsmith__bytes_distinct_mem_global_op_ld.sum"},
                           {"alias", ""},
                           {"unit", "byte"},
                           {"meaning", "Bytes that the threads requested"}},
                          {{"name", "kernelsmith__sectors_per_request_mem_global.ratio"},
                           {"alias", "sectors_per_request"},
                           {"unit", "sector/request"},
                           {"meaning", "Sectors per request"}}};
    for (int launch = 0; launch < launches; ++launch) {
        report["launches"].push_back(simulated::launch("scale_all", 32, 128, 0.75));
        report["launches"]
            .back()["lines"][0]["counters"]["kernelsmith__sectors_per_request_mem_global.ratio"] = 4;
        report["launches"].back()["accesses"] = {simulated_access(1, 256 * 4, 31, 4096),
                                                 simulated_access(2, 17, 31, 4096),
                                                 simulated_access(3, 100, 31, 4096)};
    }
    return report;
}

/// A source that tries to escape from its element of the page, and whose bytes are not valid text.
const std::string hostile_lines = "// </script><script>alert(1)</script> <!-- <b>bold</b> & \\u003c\n"
                                  "// \x01\x1b[31m red \xff\xfe \xe2\x80\xa8 end @DATA@ @STYLE@\n";

/// Returns the course with that source, whose build reports @p report.
fs::path explained_course(const std::string& name, const json& report) {
    const fs::path course = simulated::instrumented_course(name);
    harness::write(course / "labs/01_scale/student.cu",
                   simulated::solution(simulated::nothing().dump(), report.dump()) + hostile_lines);
    return course;
}

struct Explained {
    RunResult ran;
    std::string json_text;
    std::string page;
    json document;
};

Explained explained(const fs::path& course) {
    const fs::path file = course / "explained.json";
    const fs::path page = course / "explained.html";
    Explained all;
    all.ran =
        Grader(course).run({"explain", "01", "--report", "json:" + file.string(), "--html", page.string()});
    INFO(all.ran.out << all.ran.err);
    REQUIRE(all.ran.status == 0);
    all.json_text = harness::read(file);
    all.page = harness::read(page);
    all.document = json::parse(all.json_text);
    return all;
}

/// Returns the text between the first @p begin and the next @p end.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin) + begin.size();
    return text.substr(from, text.find(end, from) - from);
}

std::size_t occurrences(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
    return count;
}

} // namespace

TEST_CASE("the explanation document has the counters of each source line", "[explain][slow]") {
    const Explained all = explained(explained_course("explain-document", with_accesses()));
    const json& document = all.document;
    CHECK(document["format"] == 2);
    CHECK(document["lab"] == "01_scale");
    CHECK(document["device"] == "h200");
    CHECK(document["source"] == "student.cu");
    CHECK(document["wrong"] == "");
    // Without the simulator there is no model, and no invented time.
    CHECK(document["time"]["why_none"] == sentence(grader::messages::no_model_here));
    CHECK(document["time"]["call"].is_null());
    CHECK(document["time"]["roofs"].is_null());
    CHECK(document["time"]["reference_programs"].empty());
    CHECK_THAT(all.ran.out, ContainsSubstring("What costs most:"));

    const json& line = document["lines"].at(8);
    CHECK(line["line"] == 9);
    CHECK(line["share"] == 1);
    CHECK(line["measures"]["active_lanes"] == 32);
    CHECK(line["measures"]["sectors_per_128_bytes"] == 32);
    CHECK(line["measures"]["bank_conflicts"].is_null());
    CHECK(line["counts"]["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] == 64);
    CHECK(line["best"]["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] == 8);
    // Only counters with a description: one name per counter.
    CHECK(line["counts"].size() == 2);
    CHECK_THAT(line["reason"].get<std::string>(), ContainsSubstring("32.0 sectors per 128 bytes"));
    // Both launches have the ratio 4; ratios must not be added.
    const char* const ratio = "kernelsmith__sectors_per_request_mem_global.ratio";
    CHECK_FALSE(line["counts"].contains(ratio));
    const json once = explained(explained_course("explain-once", with_accesses(1))).document;
    CHECK(once["lines"].at(8)["counts"][ratio] == 4);
    CHECK(document["lines"].at(0)["share"].is_null());
    CHECK(document["lines"].at(0)["counts"] == json::object());
    CHECK(document["counters"].size() == 3);
    const auto sectors = std::ranges::find_if(document["quantities"], [](const json& quantity) {
        return quantity["name"] == "sectors_per_128_bytes";
    });
    REQUIRE(sectors != document["quantities"].end());
    CHECK((*sectors)["value"] == 32);
    CHECK((*sectors)["text"] == "sectors per 128 bytes");

    // The same build produces the same bytes.
    CHECK(explained(explained_course("explain-document", with_accesses())).json_text == all.json_text);
}

TEST_CASE("the explanation document has the value and bound of each gate", "[explain]") {
    const json gates = explained(explained_course("explain-gates", with_accesses())).document["gates"];
    REQUIRE(gates.size() == 2);
    CHECK(gates[0] == json{{"counter", "sectors_per_128_bytes"},
                           {"text", "sectors per 128 bytes"},
                           {"min", nullptr},
                           {"max", 4.1},
                           {"bound", "at most 4.1"},
                           {"value", 32.0},
                           {"shown", "32"},
                           {"passed", false},
                           {"advice", "Let neighbours take neighbours."},
                           {"slide", "one-pass"},
                           {"slide_title", "One pass"}});
    CHECK(gates[1]["counter"] == "occupancy");
    CHECK(gates[1]["min"] == 0.75);
    CHECK(gates[1]["bound"] == "at least 75 %");
    CHECK(gates[1]["shown"] == "75 %");
    CHECK(gates[1]["passed"] == true);
}

TEST_CASE("the explanation document has the lanes' addresses with the names of buffers", "[explain]") {
    const json accesses =
        explained(explained_course("explain-accesses", with_accesses())).document["accesses"];
    // The second launch of the kernel is omitted.
    REQUIRE(accesses.size() == 3);
    using namespace kernelsmith::memory_messages;
    CHECK(accesses[0]["buffer"] == sentence({named_memory, {{"name", "in"}}}));
    CHECK(accesses[0]["buffer_bytes"] == 256 * 4);
    CHECK(accesses[0]["misaligned"] == 0);
    CHECK(accesses[0]["kernel"] == "scale_all");
    CHECK(accesses[0]["file"] == "student.cu");
    CHECK(accesses[0]["sectors"] == 31);
    CHECK(accesses[0]["lanes"] == lanes_from(0, 4096));
    // No buffer has that size: the code allocated memory before.
    CHECK(accesses[1]["buffer"] == sentence({call, {{"function", "cudaMalloc"}, {"number", 2}}}));
    CHECK(accesses[2]["buffer"] == sentence({own_call, {{"function", "cudaMalloc"}, {"number", 1}}}));
}

TEST_CASE("the document matches its schema with and without accesses", "[explain]") {
    if (!can_check_schemas()) SKIP("valijson is not installed; type: scripts/setup tests");
    CHECK(schema_violations(explain_schema(),
                            explained(explained_course("explain-schema", with_accesses())).document)
              .empty());
    const json bare = explained(explained_course("explain-bare", simulated::good_counts())).document;
    CHECK(schema_violations(explain_schema(), bare).empty());
    CHECK(bare["accesses"] == json::array());
    json broken = bare;
    broken["lines"][0]["share"] = "much";
    CHECK_FALSE(schema_violations(explain_schema(), broken).empty());
    broken = bare;
    broken.erase("gates");
    CHECK_FALSE(schema_violations(explain_schema(), broken).empty());
}

TEST_CASE("the schema of explain names and requires the same keys", "[explain]") {
    std::vector<json> pending = {explain_schema()};
    int tables = 0;
    while (!pending.empty()) {
        const json rule = pending.back();
        pending.pop_back();
        if (rule.is_object() && rule.contains("properties")) {
            ++tables;
            std::vector<std::string> named;
            for (const auto& [key, unused] : rule.at("properties").items()) named.push_back(key);
            auto required = rule.at("required").get<std::vector<std::string>>();
            std::ranges::sort(required);
            CHECK(named == required);
            CHECK(rule.at("additionalProperties") == false);
        }
        if (rule.is_structured()) pending.insert(pending.end(), rule.begin(), rule.end());
    }
    CHECK(tables == 15);
}

TEST_CASE("the explain page embeds the whole document with its source escaped", "[explain]") {
    const Explained all = explained(explained_course("explain-page", with_accesses()));
    const std::string begin = "<script type=\"application/json\" id=\"explanation\">";
    const std::string held = between(all.page, begin, "</script>");
    CHECK(json::parse(held) == all.document);
    CHECK(held.find_first_of("<>&") == std::string::npos);
    CHECK(std::ranges::all_of(held, [](char c) { return c == '\n' || (c >= ' ' && c < '\x7f'); }));
    const std::string empty(grader::explain_page_template());
    CHECK(occurrences(all.page, "</script>") == occurrences(empty, "</script>"));
    CHECK(occurrences(all.page, "<!--") == occurrences(empty, "<!--"));
    CHECK(occurrences(empty, "@DATA@") == 1);
    const auto& lines = all.document["lines"];
    const std::string last = lines.at(lines.size() - 2)["text"];
    CHECK(last == "// </script><script>alert(1)</script> <!-- <b>bold</b> & \\u003c");
}

TEST_CASE("the explain page loads no other resource", "[explain]") {
    const std::string page(grader::explain_page_template());
    CHECK_THAT(page,
               ContainsSubstring("default-src 'none'") && ContainsSubstring("prefers-color-scheme: dark") &&
                   ContainsSubstring("id=\"gates\"") && ContainsSubstring("id=\"lines\"") &&
                   ContainsSubstring("function pictureOf(") && ContainsSubstring("function showSource(") &&
                   ContainsSubstring("id=\"roofline\"") && ContainsSubstring("id=\"terms\"") &&
                   ContainsSubstring("id=\"suggestions\"") && ContainsSubstring("function showTime("));
    for (const char* elsewhere :
         {" src=", "<link", "@import", "url(http", "fetch(", "innerHTML", "@STYLE@", "@SCRIPTS@"})
        CHECK(page.find(elsewhere) == std::string::npos);
}

TEST_CASE("a report on standard output is the only output", "[explain]") {
    const fs::path course = explained_course("explain-stdout", simulated::good_counts());
    const RunResult ran = Grader(course).run({"explain", "01", "--report", "json"});
    CHECK(ran.status == 0);
    CHECK(json::parse(ran.out)["lab"] == "01_scale");
}

TEST_CASE("a failed explanation writes no report", "[explain]") {
    const fs::path course = simulated::instrumented_course("explain-broken");
    harness::write(course / "labs/01_scale/student.cu", "int broken(");
    const RunResult ran = Grader(course).run({"explain", "01", "--report", "json"});
    CHECK(ran.status == 1);
    CHECK(ran.out.empty());
    CHECK_THAT(ran.err, ContainsSubstring("It does not compile"));
}

TEST_CASE("an unwritable explain page is reported before any run", "[explain]") {
    const fs::path course = explained_course("explain-unwritable", simulated::good_counts());
    const RunResult ran =
        Grader(course).run({"explain", "01", "--html", (course / "nowhere/page.html").string()});
    CHECK(ran.status == 3);
    CHECK_THAT(ran.err, ContainsSubstring("cannot write"));
}
