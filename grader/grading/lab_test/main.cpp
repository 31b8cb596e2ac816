// The main() of every lab's tests: Catch2's, with options that select the build under test, and a
// machine-readable reporter.

#include <string>

#include <catch2/catch_session.hpp>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <catch2/reporters/catch_reporter_streaming_base.hpp>
#include <nlohmann/json.hpp>

#include "base/secrets.h"
#include "grading/lab_test/options.h"
#include "grading/steps/grade_lab.h"

namespace {

/// `--reporter cases::out=FILE`: the result of each test case, as JSON. Written at the end, so that
/// unfinished tests leave no document.
class CaseReporter final : public Catch::StreamingReporterBase {
public:
    using StreamingReporterBase::StreamingReporterBase;

    static std::string getDescription() { return "The result of each test case, as JSON"; }

    void testCaseEnded(const Catch::TestCaseStats& ended) override {
        nlohmann::json tags = nlohmann::json::array();
        for (const Catch::Tag& tag : ended.testInfo->tags)
            tags.push_back(static_cast<std::string>(tag.original));
        cases_.push_back(
            {{"name", ended.testInfo->name}, {"tags", tags}, {"passed", ended.totals.testCases.allPassed()}});
        StreamingReporterBase::testCaseEnded(ended);
    }

    void testRunEnded(const Catch::TestRunStats& ended) override {
        m_stream << nlohmann::json{{"cases", cases_}} << std::endl;
        StreamingReporterBase::testRunEnded(ended);
    }

private:
    nlohmann::json cases_ = nlohmann::json::array();
};

CATCH_REGISTER_REPORTER("cases", CaseReporter)

} // namespace

int main(int argc, char** argv) {
    Catch::Session session;
    lab_test::Options& options = lab_test::options();
    std::string source;
    std::string course;
    std::string modules;
    options.seed = grader::secret_seed();
    using Catch::Clara::Opt;
    session.cli(session.cli() |
                Opt(source, "file")["--source"]("the file under test; default: the lab's student.cu") |
                Opt(options.backend, "name")["--backend"]("auto, gpu or sim") |
                Opt(course, "directory")["--course"](
                    "the course directory; default: the one that contains the current directory") |
                Opt(modules, "directory")["--modules"](
                    "the directory of the built problem modules; default: next to this program") |
                Opt(options.seed, "number")["--seed"]("draw the inputs from this seed, to replay a failure"));
    if (const int status = session.applyCommandLine(argc, argv); status != 0) return status;
    options.source = source;
    options.course = course;
    options.modules = modules;
    return session.run();
}
