#include "flaws.h"

#include <stdexcept>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/core.h>

#include "authoring/rules/glossary_rules.h"
#include "authoring/rules/message_rules.h"
#include "authoring/rules/patch_rules.h"
#include "authoring/rules/reference_rules.h"
#include "authoring/rules/skeleton_rules.h"
#include "authoring/rules/table_rules.h"
#include "authoring/rules/tree_rules.h"
#include "testing/harness.h"

namespace flaws {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

CheckOutput check(const fs::path& root, bool released, bool fix) {
    const grader::Course course(root, FIXTURE_MODULES);
    CheckOutput told;
    grader::CheckReport report(
        [&](const std::string&, grader::Severity severity, const grader::Finding& finding) {
            const std::string line = finding.line == 0 ? "" : fmt::format(":{}", finding.line);
            (severity == grader::Severity::broken ? told.broken : told.notes) +=
                fmt::format("{}{}: {}\n", finding.file.lexically_relative(root).string(), line, finding.text);
        });
    const auto results = grader::all_results(root);
    check_tree(course, report);
    check_references(course, report);
    check_glossary(course, report);
    check_tables(course, results, fix, report);
    for (const grader::Lab& lab : course.labs()) {
        check_tree(course, lab, report);
        check_patches(lab, report);
        check_messages(lab, report);
        check_skeleton(lab, {released, fix}, report);
        check_references(course, lab, report);
        check_tables(course, lab, results, fix, report);
    }
    told.summary = report.summary();
    return told;
}

void replace(const fs::path& file, const std::string& from, const std::string& to) {
    std::string text = harness::read(file);
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error(file.string() + " does not hold " + from);
    harness::write(file, text.replace(at, from.size(), to));
}

void require_findings(const std::string& name, const std::vector<Flaw>& flaws) {
    for (const Flaw& flaw : flaws) {
        const fs::path course = harness::copy_of_course(name);
        flaw.make(course);
        const CheckOutput told = check(course, true);
        CHECK_THAT(told.broken, ContainsSubstring(flaw.told));
        CHECK_THAT(told.summary, !ContainsSubstring(" 0 broken"));
    }
}

Flaw instead(const std::string& file, const std::string& from, const std::string& to,
             const std::string& told) {
    return {[=](const fs::path& course) { replace(course / file, from, to); }, told};
}

Flaw last_line(const std::string& file, const std::string& line, const std::string& told) {
    return {[=](const fs::path& course) {
                harness::write(course / file, harness::read(course / file) + "\n" + line + "\n");
            },
            told};
}

Flaw with_extra_file(const std::string& file, const std::string& told) {
    return {[=](const fs::path& course) { harness::write(course / file, "Here by mistake.\n"); },
            file + ": " + told};
}

Flaw without(const std::string& file, const std::string& told) {
    return {[=](const fs::path& course) { fs::remove_all(course / file); }, file + ": " + told};
}

} // namespace flaws
