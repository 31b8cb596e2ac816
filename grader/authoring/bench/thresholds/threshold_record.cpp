#include "threshold_record.h"

#include "base/record/digits.h"
#include "base/record/record_file.h"
#include "course/threshold_fields.h"
#include "grading/grade/grade_fields.h"
#include "grading/thresholds/measured_speedup_fields.h"

template <> struct kernelsmith::Fields<grader::threshold_sources::Verdict> {
    using Verdict = grader::threshold_sources::Verdict;
    using Digits = grader::Digits<4>;
    static constexpr auto list =
        std::tuple(field<Digits>("pass", &Verdict::pass), field<Digits>("full", &Verdict::full),
                   field("status", &Verdict::status), field<Digits>("points", &Verdict::points));
};

template <> struct kernelsmith::Fields<grader::threshold_sources::ProgramVerdicts> {
    using ProgramVerdicts = grader::threshold_sources::ProgramVerdicts;
    using Digits = grader::Digits<4>;
    static constexpr auto list =
        std::tuple(field("program", &ProgramVerdicts::role), field("file", &ProgramVerdicts::file),
                   field<Digits>("speedup", &ProgramVerdicts::speedup),
                   field<Digits>("of_limit", &ProgramVerdicts::of_limit),
                   field<ByName>("verdicts", &ProgramVerdicts::verdicts));
};

template <> struct kernelsmith::Fields<grader::threshold_sources::Record> {
    using Record = grader::threshold_sources::Record;
    static constexpr auto list =
        std::tuple(field("device", &Record::device), field("driver", &Record::driver),
                   field("toolkit", &Record::toolkit), field("labs", &Record::labs));
};

namespace grader::threshold_sources {
namespace {

namespace fs = std::filesystem;

constexpr RecordKind kind_of_verdicts = {"a record of verdicts by each source of thresholds"};

} // namespace

fs::path record_directory(const fs::path& course_root) {
    return course_root / "docs" / "results" / "thresholds";
}

Record read_record(const fs::path& file) { return record_in<Record>(file, kind_of_verdicts); }

void write_record(const fs::path& file, const Record& record) {
    write_record_file(file, kind_of_verdicts, record);
}

std::map<std::string, Record> all_records(const fs::path& course_root) {
    return records_in<Record>(record_directory(course_root), kind_of_verdicts);
}

} // namespace grader::threshold_sources
