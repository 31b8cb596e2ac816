// The main() of every lab's tests: Catch2's, with options that say whose build is tested, and a reporter that other
// programs read.

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

/// `--reporter cases::out=FILE`: what became of each test case, as JSON. Written at the end, so that tests which
/// did not come to their end leave no document.
class CaseReporter final : public Catch::StreamingReporterBase {
public:
    using StreamingReporterBase::StreamingReporterBase;

    static std::string getDescription() { return "What became of each test case, as JSON"; }

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
    session.cli(
        session.cli() |
        Opt(source, "file")["--source"]("the file under test; the lab's student.cu when not given") |
        Opt(options.backend, "name")["--backend"]("auto, gpu or sim") |
        Opt(course, "directory")["--course"]("the course, where it is not around the current directory") |
        Opt(modules,
            "directory")["--modules"]("the built problem modules, where they are not beside this program") |
        Opt(options.seed, "number")["--seed"]("draw the inputs from this seed, as a failure before did"));
    if (const int status = session.applyCommandLine(argc, argv); status != 0) return status;
    options.source = source;
    options.course = course;
    options.modules = modules;
    return session.run();
}
