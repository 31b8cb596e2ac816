// The documents for Gradescope and PrairieLearn.

#include <filesystem>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "gradebook_samples.h"
#include "testing/harness.h"
#include "testing/samples.h"
#include "testing/schema_check.h"

using grader::Book;
using nlohmann::json;

namespace {

json gradescope(const Book& book, bool leaderboard = false) {
    return json::parse(grader::render_gradescope(book, book.students.at(0), leaderboard));
}
json prairielearn(const Book& book) {
    return json::parse(grader::render_prairielearn(book, book.students.at(0)));
}

std::vector<std::string> faults(const std::string& schema, const json& document) {
    const auto file = std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "docs" / (schema + ".schema.json");
    return schema_violations(json::parse(harness::read(file)), document);
}

void need_the_schema_checker() {
    if (!can_check_schemas()) SKIP("valijson is not installed; type: scripts/setup tests");
}

std::vector<Book> books_of_one() {
    return {samples::book_of_one(),
            samples::hostile_book(),
            samples::huge_book(),
            samples::book_with({samples::passed()}),
            samples::book_with({samples::no_gpu()}),
            samples::book_with({samples::compile_error()}),
            samples::book_with({samples::counted()}),
            samples::book_with({})};
}

std::vector<std::string> names_of(const json& tests) {
    std::vector<std::string> names;
    for (const json& test : tests) names.push_back(test.at("name"));
    return names;
}

const json& test_called(const json& document, const char* name) {
    for (const json& test : document.at("tests"))
        if (test.at("name") == name) return test;
    FAIL("there is no test " << name);
    return document;
}

} // namespace

TEST_CASE("results for Gradescope and PrairieLearn match their schemas", "[gradebook]") {
    need_the_schema_checker();
    for (const Book& book : books_of_one()) {
        CHECK(faults("gradescope", gradescope(book)).empty());
        CHECK(faults("gradescope", gradescope(book, true)).empty());
        CHECK(faults("prairielearn", prairielearn(book)).empty());
    }
}

TEST_CASE("the schemas of Gradescope and PrairieLearn reject invalid results", "[gradebook]") {
    need_the_schema_checker();
    json document = gradescope(samples::book_of_one());
    document["tests"][0]["status"] = "pass";
    CHECK_FALSE(faults("gradescope", document).empty());
    document = gradescope(samples::book_of_one());
    document.erase("score");
    CHECK_FALSE(faults("gradescope", document).empty());
    document = prairielearn(samples::book_with({samples::passed()}));
    document["gradable"] = false;
    CHECK_FALSE(faults("prairielearn", document).empty());
    document = prairielearn(samples::book_with({samples::passed()}));
    document["score"] = 1.5;
    CHECK_FALSE(faults("prairielearn", document).empty());
}

TEST_CASE("Gradescope gets a test for each step, with its points, message and details",
          "[gradebook][sentences]") {
    const json document = gradescope(samples::book_with({samples::wrong_output()}));
    CHECK(document["score"] == 36.5);
    CHECK(names_of(document["tests"]) ==
          std::vector<std::string>{"04_shared_tiling: builds", "04_shared_tiling: runs",
                                   "04_shared_tiling: correct", "04_shared_tiling: fast"});
    const json& builds = document["tests"][0];
    CHECK(builds["status"] == "passed");
    CHECK_FALSE(builds.contains("score")); // the step has no points
    const json& correct = document["tests"][2];
    CHECK(correct["status"] == "failed");
    CHECK(correct["score"] == 36.5);
    CHECK(correct["max_score"] == 40);
    const std::string output = correct["output"];
    CHECK(output.starts_with("11 of 12 cases\nreplay it: grader 04 --seed 81985529216486895 --case prime\n"));
    CHECK(output.find("c has 31 of 1,017,937 elements wrong") != std::string::npos);
    CHECK(output.find("student.cu:38: out of bounds") != std::string::npos);
    const json& fast = document["tests"][3];
    CHECK_FALSE(fast.contains("status"));
    CHECK(fast["score"] == 0);
    CHECK(document["extra_data"]["labs"][0]["seed"] == "81985529216486895");
    CHECK(document["extra_data"]["device"] == "NVIDIA H200");
    CHECK(document["extra_data"]["not_graded"].empty());
}

TEST_CASE("the Gradescope output begins with the ungraded labs and their reasons", "[gradebook][sentences]") {
    const json document = gradescope(samples::book_of_one());
    const std::string output = document["output"];
    CHECK(output.starts_with("05_register_tiling\n  NOT GRADED: this machine has no NVIDIA GPU\n"));
    CHECK(output.find("The score excludes what was not graded.") != std::string::npos);
    const json& test = test_called(document, "05_register_tiling: not graded");
    CHECK_FALSE(test.contains("score"));
    CHECK_FALSE(test.contains("max_score"));
    CHECK_FALSE(test.contains("status"));
    CHECK(document["extra_data"]["not_graded"] == json::array({"05_register_tiling"}));
    // A mark that was graded has no such text.
    const std::string graded = gradescope(samples::book_with({samples::passed()}))["output"];
    CHECK(graded == "04_shared_tiling\n  70 of 70, passed\n");
}

TEST_CASE("Gradescope gets the score after the late rules", "[gradebook]") {
    Book book = samples::book_with({samples::passed()});
    book.students[0].marks[0].score = 56;
    book.students[0].marks[0].note = "2 days late: 20 % off";
    const json document = gradescope(book);
    CHECK(document["score"] == 56);
    CHECK(document["output"] ==
          "04_shared_tiling\n  56 of 70, passed\n  2 days late: 20 % off (graded 70)\n");
    CHECK(document["extra_data"]["labs"][0]["graded_score"] == 70);
}

TEST_CASE("Gradescope's leaderboard has only students who have agreed", "[gradebook]") {
    const Book book = samples::book_of_one();
    CHECK_FALSE(gradescope(book).contains("leaderboard"));
    const json board = gradescope(book, true)["leaderboard"];
    REQUIRE(board.size() == 2); // the timed labs
    CHECK(board[1] == json{{"name", "04_shared_tiling speedup"}, {"value", 9.48}, {"order", "desc"}});
}

TEST_CASE("PrairieLearn gets a score between 0 and 1, and points for every test", "[gradebook]") {
    const json document = prairielearn(samples::book_with({samples::wrong_output()}));
    CHECK(document["gradable"] == true);
    CHECK(document["score"].get<double>() == Catch::Approx(36.5 / 70));
    double points = 0;
    for (const json& test : document["tests"]) points += test.at("points").get<double>();
    CHECK(points == 36.5);
    CHECK(prairielearn(samples::book_with({samples::passed()}))["score"] == 1);
    const json untimed = prairielearn(samples::book_with({samples::correct_untimed()}));
    CHECK(untimed["gradable"] == false);
    CHECK_FALSE(untimed.contains("score"));
}

TEST_CASE("an ungraded lab costs neither points nor an attempt on PrairieLearn", "[gradebook][sentences]") {
    const json document = prairielearn(samples::book_of_one());
    CHECK(document["gradable"] == false);
    CHECK_FALSE(document.contains("score"));
    REQUIRE(document["format_errors"].size() == 1);
    const std::string why = document["format_errors"][0];
    CHECK(why.starts_with("05_register_tiling was not graded: this machine has no NVIDIA GPU. This is an "
                          "infrastructure error"));
    CHECK(prairielearn(samples::book_with({}))["gradable"] == false);
}

TEST_CASE("a PrairieLearn file has every test within one megabyte", "[gradebook][sentences]") {
    const Book book = samples::huge_book();
    const std::string text = grader::render_prairielearn(book, book.students[0]);
    CHECK(text.size() <= 1'000'000);
    CHECK(text.size() > 100'000);
    CHECK(json::parse(text)["tests"].size() == 13 * 4);
}
