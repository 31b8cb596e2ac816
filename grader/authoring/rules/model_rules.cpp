#include "authoring/rules/model_rules.h"

#include "authoring/records/model/join.h"
#include "authoring/records/model/page.h"
#include "authoring/records/model/record.h"
#include "base/files.h"
#include "grading/backend/simulator.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

void check_text(const fs::path& file, const std::string& text, bool fix, CheckReport& report) {
    if (read_text(file) == text) return report.checked("", {});
    if (!fix)
        return report.checked("", {{file, 0,
                                    "is out of date: measurements, lab.toml or modelled times have changed; "
                                    "update it: build/bin/grader check-course --fix"}});
    write_atomically(file, text);
    report.checked("", {});
    report.note("", {file, 0, "updated it"});
}

} // namespace

void check_model_record(const Course& course, bool fix, CheckReport& report) {
    const fs::path file = accuracy::record_file(course.root(), default_model);
    const fs::path page = accuracy::page_file(course.root());
    if (!fs::exists(file) && !fs::exists(page)) return;
    accuracy::Record record = accuracy::read_record(file);
    accuracy::join(record, course, accuracy::read_measured(course, default_model));
    check_text(file, accuracy::text_of(record), fix, report);
    check_text(page, accuracy::page(record, default_model), fix, report);
}

} // namespace grader
