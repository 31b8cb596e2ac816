// The page of a class as text. docs/site/tests/class_page.test.mjs opens it in a browser.

#include <algorithm>
#include <set>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "classroom/page/class_page.h"
#include "grading/messages/clean.h"
#include "synthetic_class.h"
#include "testing/samples.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using grader::Book;
using grader::ClassPageOptions;
using nlohmann::json;

/// Extracts the document from @p page.
json document_in(const std::string& page) {
    const std::string begins = "<script type=\"application/json\" id=\"class\">";
    const std::size_t from = page.find(begins) + begins.size();
    return json::parse(page.substr(from, page.find("</script>", from) - from));
}

/// Collects all strings in @p document except keys.
void collect_texts(const json& document, std::vector<std::string>& texts) {
    if (document.is_string()) texts.push_back(document);
    if (document.is_structured())
        for (const json& part : document) collect_texts(part, texts);
}

ClassPageOptions with_pseudonyms(const Book& book) {
    ClassPageOptions options;
    options.pseudonyms = grader::Pseudonyms(book, 42);
    options.leaderboards = leaderboards_of(book, synthetic::entrants_of(book), *options.pseudonyms);
    return options;
}

/// Appends @p more to all texts of @p message that are not the grader's own names.
void add_to_texts(grader::Message& message, const std::string& more) {
    for (kernelsmith::Argument& argument : message.arguments()) {
        auto* const text = std::get_if<std::string>(&argument.value);
        if (text != nullptr && argument.name != "finding" && argument.name != "counter") *text += more;
        if (auto* const inner = std::get_if<std::vector<grader::Message>>(&argument.value))
            for (grader::Message& one : *inner) add_to_texts(one, more);
    }
}

json gates_with(const ClassPageOptions& options) {
    return class_page_document(synthetic::class_of(30, 8), options).at("gates");
}

} // namespace

TEST_CASE("the page of 300 students and 12 labs has less than 2 MB", "[class][page]") {
    const std::string page = render_class_page(synthetic::class_of(300, 12), {});
    CHECK(page.size() < 2'000'000);
    CHECK(document_in(page).at("students").size() == 300);
    CHECK(document_in(page).at("students").at(299).at("marks").size() == 12);
}

TEST_CASE("a mark has the counted score and the graded score and the reason for a difference",
          "[class][page][sentences]") {
    Book book = grader::book_of(samples::class_of_three());
    const auto lab = static_cast<std::size_t>(
        std::ranges::find(book.labs, "02_transpose", &grader::BookLab::id) - book.labs.begin());
    grader::Mark& late = book.students[1].marks[lab];
    late.score = 20;
    late.note = "2 days late: 20 % off";
    late.attempt = "3 of 4, 2026-12-01 22:14";
    const json document = class_page_document(book, {});
    const json mark = document.at("students").at(1).at("marks").at(lab);
    CHECK(mark.at("is") == "failed");
    CHECK(mark.at("score") == 20);
    CHECK(mark.at("graded") == late.grade.score);
    CHECK(mark.at("note") == late.note);
    CHECK(mark.at("attempt") == late.attempt);
    CHECK(mark.at("step") == "correct");
    CHECK(mark.at("message") == "11 of 12 cases");
}

TEST_CASE("a lab that the machine could not grade has no score", "[class][page]") {
    const json student = class_page_document(grader::book_of(samples::single()), {}).at("students").at(0);
    const json& mark = student.at("marks").at(3);
    CHECK(mark.at("is") == "not_graded");
    CHECK_FALSE(mark.contains("score"));
    CHECK(student.at("not_graded") == 1);
    CHECK(student.at("total") == 170.9);
}

TEST_CASE("under pseudonyms the page has neither students' names nor notes about them", "[class][page]") {
    Book book = synthetic::class_of(60, 8);
    book.skipped = {"student.number-0001@example.org/04: a link"};
    std::vector<grader::Entrant> entrants = synthetic::entrants_of(book);
    for (std::size_t i = 0; i < entrants.size(); i += 2) entrants[i].request.alias = entrants[i].student;
    ClassPageOptions options = with_pseudonyms(book);
    options.leaderboards = leaderboards_of(book, entrants, *options.pseudonyms);
    REQUIRE_FALSE(options.leaderboards.empty());
    // Every text that may contain a student's name.
    for (grader::BookStudent& student : book.students)
        for (grader::Mark& mark : student.marks) {
            mark.note += student.id;
            mark.attempt += student.id;
            for (grader::Step& step : mark.grade.steps) {
                add_to_texts(step.message, student.id);
                for (grader::Message& detail : step.details) add_to_texts(detail, student.id);
                step.details.push_back(grader::verbatim(student.id));
                step.details.emplace_back(grader::messages::finding,
                                          grader::Arguments{{"finding", student.id}});
            }
            mark.grade.next = student.id;
            for (grader::Launch& launch : mark.grade.launches) launch.kernel = student.id;
        }
    const std::string page = render_class_page(book, options);
    CHECK(page.find("student.number") == std::string::npos);
    CHECK(page.find("example.org") == std::string::npos);
    CHECK(page.find("2 days late") == std::string::npos);
    CHECK(render_class_page(book, {}).find("student.number-0001") != std::string::npos);

    // Their order could reveal the names.
    std::vector<std::string> names;
    const json document = document_in(page);
    for (const json& student : document.at("students")) names.push_back(student.at("name"));
    CHECK(std::ranges::is_sorted(names));
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == 60);
}

TEST_CASE("no seed, no source and no compiler's output gets into the page", "[class][page]") {
    const std::string page = render_class_page(synthetic::class_of(30, 8), {});
    for (const char* secret : {"81985529216486895", "--seed", "b[k];", "is undefined", "threadIdx"}) {
        INFO(secret);
        CHECK(page.find(secret) == std::string::npos);
    }
}

TEST_CASE("text written by students cannot end a script of the page", "[class][page]") {
    const Book book = synthetic::hostile_class();
    const auto ends_in = [](const std::string& page) {
        std::size_t ends = 0;
        for (std::size_t at = page.find("</script"); at != std::string::npos;
             at = page.find("</script", at + 1))
            ++ends;
        return ends;
    };
    const std::string page = render_class_page(book, {});
    CHECK(ends_in(page) == ends_in(grader::render_class_page({}, {})));
    CHECK(page.find("<img") == std::string::npos);
    CHECK(page.find("\u2028") == std::string::npos);
    CHECK(page.size() < 100'000);
    std::vector<std::string> texts;
    collect_texts(document_in(page), texts);
    // The texts are present and printable.
    CHECK(std::ranges::any_of(texts,
                              [](const std::string& text) { return text.starts_with(synthetic::attack); }));
    for (const std::string& text : texts) {
        CHECK(text.size() < 1000);
        CHECK(text.find('\x1b') == std::string::npos);
        CHECK(text.find("\u202e") == std::string::npos);
    }
}

TEST_CASE("a slide has a link if the site is known and a title if the course is known", "[class][page]") {
    ClassPageOptions options;
    json help = gates_with(options).at(0).at("help");
    CHECK_THAT(help.at("page"), ContainsSubstring("slides/") && ContainsSubstring(".md#mapping"));
    CHECK(help.at("title").get<std::string>().empty());
    CHECK_FALSE(help.contains("link"));

    options.site = "https://example.org/course";
    help = gates_with(options).at(0).at("help");
    std::string page = help.at("page");
    page.replace(page.find(".md"), 3, ".html");
    CHECK(help.at("link") == "https://example.org/course/" + page);
    options.site = "../site/";
    CHECK(gates_with(options).at(0).at("help").at("link") == "../site/" + page);

    options.course = KERNELSMITH_SOURCE_DIR;
    const json document = class_page_document(synthetic::class_of(30, 8), options);
    const auto& findings = document.at("findings");
    const auto race =
        std::ranges::find_if(findings, [](const json& one) { return one.at("what") == "shared race"; });
    REQUIRE(race != findings.end());
    CHECK(race->at("help").at("title") == "Data race in shared memory");
    CHECK(race->at("help").at("link") == "../site/docs/findings/shared_race.html");
}

TEST_CASE("a site address that runs a script is rejected", "[class][page]") {
    ClassPageOptions options;
    for (const char* site : {"javascript:alert(1)", "JavaScript:alert(1)//", "data:text/html,x", "a:b"}) {
        INFO(site);
        options.site = site;
        CHECK_THROWS_AS(class_page_document({}, options), grader::UsageError);
    }
    for (const char* site : {"http://localhost:8000", "file:///srv/site", "/srv/site", "../a:b"}) {
        INFO(site);
        options.site = site;
        CHECK_NOTHROW(class_page_document({}, options));
    }
}
