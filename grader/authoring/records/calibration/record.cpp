#include "authoring/records/calibration/record.h"

#include "base/record/record_file.h"
#include "course/threshold_fields.h"
#include "grading/thresholds/measured_speedup_fields.h"

template <> struct kernelsmith::Names<grader::calibration::VerdictCriterion> {
    using VerdictCriterion = grader::calibration::VerdictCriterion;
    static constexpr std::array list = {named(VerdictCriterion::at, "at_threshold"),
                                        named(VerdictCriterion::above, "3_percent_above"),
                                        named(VerdictCriterion::known, "known_against_pass"),
                                        named(VerdictCriterion::closest, "closest_against_pass"),
                                        named(VerdictCriterion::full, "solution_against_full")};
};

template <> struct kernelsmith::Fields<grader::VerdictCount> {
    using Count = grader::VerdictCount;
    static constexpr auto list =
        std::tuple(field("verdicts", &Count::verdicts), field("passed", &Count::above),
                   field("too_close", &Count::close), field("failed", &Count::below));
};

template <> struct kernelsmith::Fields<grader::calibration::ThresholdVerdicts> {
    using Verdicts = grader::calibration::ThresholdVerdicts;
    static constexpr auto list =
        std::tuple_cat(std::tuple(field("question", &Verdicts::criterion), field("role", &Verdicts::role),
                                  field("threshold", &Verdicts::threshold)),
                       inlined(&Verdicts::count, Fields<grader::VerdictCount>::list));
};

template <> struct kernelsmith::Fields<grader::thresholds::Reference> {
    using Reference = grader::thresholds::Reference;
    static constexpr auto list =
        std::tuple_cat(std::tuple(field("gpu", &Reference::gpu)),
                       inlined(&Reference::threshold, Fields<grader::Threshold>::list));
};

template <> struct kernelsmith::Fields<grader::calibration::CalibratedLab> {
    using Lab = grader::calibration::CalibratedLab;
    static constexpr auto list =
        std::tuple(field("case", &Lab::case_name), field("reached", &Lab::reached),
                   field("reference", &Lab::reference), field("limit", &Lab::limit),
                   field("thresholds", &Lab::threshold), field("verdicts", &Lab::verdicts),
                   field("seconds", &Lab::seconds));
};

template <> struct kernelsmith::Fields<grader::calibration::Calibration> {
    using Calibration = grader::calibration::Calibration;
    static constexpr auto list =
        std::tuple(field("device", &Calibration::device), field("driver", &Calibration::driver),
                   field("toolkit", &Calibration::toolkit), field("isolation", &Calibration::isolation),
                   field("labs", &Calibration::labs));
};

namespace grader::calibration {
namespace {

namespace fs = std::filesystem;

constexpr RecordKind kind_of_calibrations = {"a record of a calibration", 2};

fs::path calibration_folder(const fs::path& course_root) {
    return course_root / "docs" / "results" / "calibration";
}

} // namespace

VerdictCount CalibratedLab::counted(VerdictCriterion criterion) const {
    VerdictCount count;
    for (const ThresholdVerdicts& held : verdicts)
        if (held.criterion == criterion) count += held.count;
    return count;
}

fs::path calibration_file(const fs::path& course_root, const std::string& slug) {
    return calibration_folder(course_root) / (slug + ".json");
}

Calibration read_calibration(const fs::path& file) {
    return record_in<Calibration>(file, kind_of_calibrations);
}

Calibrations all_calibrations(const fs::path& course_root) {
    return records_in<Calibration>(calibration_folder(course_root), kind_of_calibrations);
}

void write_calibration(const fs::path& file, const Calibration& calibration) {
    write_record_file(file, kind_of_calibrations, calibration);
}

} // namespace grader::calibration
