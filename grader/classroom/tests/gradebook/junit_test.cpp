// JUnit's XML.

#include <cstdlib>
#include <filesystem>

#include <catch2/catch_test_macros.hpp>

#include "gradebook_samples.h"
#include "testing/harness.h"
#include "testing/samples.h"

using grader::Book;

namespace {

bool in_continuous_integration() {
    const char* value = std::getenv("CI");
    return value != nullptr && std::string(value) == "true";
}

/// Validates @p text with docs/junit.xsd, and shows the output of xmllint on failure.
bool keeps_the_schema(const std::string& text) {
    const auto directory = harness::scratch("junit");
    harness::write(directory / "report.xml", text);
    const auto schema = std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "docs/junit.xsd";
    const harness::RunResult ran =
        harness::run({"/bin/sh", "-c", "exec xmllint \"$@\"", "xmllint", "--noout", "--nonet", "--schema",
                      schema.string(), (directory / "report.xml").string()});
    UNSCOPED_INFO(ran.err);
    return ran.status == 0;
}

void need_xmllint() {
    if (std::system("command -v xmllint >/dev/null") == 0) return;
    if (in_continuous_integration()) FAIL("xmllint is not installed; scripts/setup tests brings it");
    SKIP("xmllint is not installed; type: scripts/setup tests");
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("JUnit XML matches its schema whatever a student wrote", "[gradebook]") {
    need_xmllint();
    for (const Book& book : {samples::book_of_class(), samples::book_of_one(), samples::hostile_book(),
                             samples::huge_book(), samples::book_with({})})
        CHECK(keeps_the_schema(grader::render_junit(book)));
}

TEST_CASE("the schema of JUnit XML rejects invalid documents", "[gradebook]") {
    need_xmllint();
    const std::string good = grader::render_junit(samples::book_of_one());
    const auto with = [&](const std::string& part, const std::string& instead) {
        std::string text = good;
        REQUIRE(has(text, part));
        return text.replace(text.find(part), part.size(), instead);
    };
    CHECK(keeps_the_schema(good));
    CHECK_FALSE(keeps_the_schema(with("<skipped", "<failure")));
    CHECK_FALSE(keeps_the_schema(with(" classname=", " class=")));
    CHECK_FALSE(keeps_the_schema(with("type=\"waits\"", "type=\"waiting\"")));
    CHECK_FALSE(keeps_the_schema(with("tests=\"16\"", "tests=\"many\"")));
}

TEST_CASE("JUnit XML has a test suite per lab and a test case per step", "[gradebook][sentences]") {
    const std::string text = grader::render_junit(samples::book_of_class());
    CHECK(
        has(text,
            "<testsuite name=\"ada.04_shared_tiling\" tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"0\" "
            "time=\"8.500\">"));
    CHECK(has(text, "<testcase name=\"builds\" classname=\"ada.04_shared_tiling\"/>"));
    CHECK(has(text, "<failure message=\"11 of 12 cases\" type=\"fail\">replay it: "));
    CHECK(has(text, "<skipped message=\"skipped, because an earlier step failed\" type=\"waits\">"));
    CHECK(has(text, "<property name=\"note\" value=\"2 days late: 20 % off\"/>"));
}

TEST_CASE("a lab that the machine could not grade or measure is a JUnit error", "[gradebook][sentences]") {
    const std::string not_graded = grader::render_junit(samples::book_with({samples::no_gpu()}));
    CHECK(has(not_graded, "failures=\"0\" errors=\"3\" skipped=\"0\""));
    CHECK(has(not_graded, "<error message=\"this machine has no NVIDIA GPU\" type=\"not_measured\">"));
    CHECK_FALSE(has(not_graded, "name=\"score\""));
    const std::string untimed = grader::render_junit(samples::book_with({samples::correct_untimed()}));
    CHECK(has(untimed, "failures=\"0\" errors=\"1\" skipped=\"0\""));
    CHECK(has(untimed, "<property name=\"incomplete\" value=\"true\"/>"));
    CHECK_FALSE(has(untimed, "name=\"score\""));
}

TEST_CASE("characters that XML forbids are replaced and markup is escaped", "[gradebook][sentences]") {
    const std::string text = grader::render_junit(samples::hostile_book());
    CHECK_FALSE(has(text, "]]>"));
    CHECK_FALSE(has(text, "<script"));
    CHECK_FALSE(has(text, "\xef\xbf\xbf"));
    CHECK_FALSE(has(text, "\xef\xbf\xbe"));
    CHECK(has(text, "\xef\xbf\xbd and \xef\xbf\xbd are no XML, \xf0\x9f\x99\x82 is"));
    CHECK(has(text, "]]&gt;&lt;script&gt;alert(&apos;&amp;amp;&apos;)&lt;/script&gt;"));
}
