#include "authoring/records/model/record.h"

#include <algorithm>
#include <string>

#include "authoring/records/model/figures.h"
#include "base/json_text.h"
#include "base/record/digits.h"
#include "base/record/record_file.h"

namespace grader::accuracy {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr RecordKind kind_of_models = {"a record of modelled times", 1};
constexpr int model_digits = 4;
constexpr char kernels_name[] = "kernels";

} // namespace
} // namespace grader::accuracy

template <> struct kernelsmith::Fields<grader::accuracy::GivenSuggestion> {
    using Suggestion = grader::accuracy::GivenSuggestion;
    using Digits = grader::Digits<grader::accuracy::model_digits>;
    static constexpr auto list =
        std::tuple(field("what", &Suggestion::what), field<Digits>("gain", &Suggestion::gain));
};

template <> struct kernelsmith::Fields<grader::accuracy::ComparedTimes> {
    using ComparedTimes = grader::accuracy::ComparedTimes;
    using Digits = grader::Digits<grader::accuracy::model_digits>;
    static constexpr auto list =
        std::tuple(field("name", &ComparedTimes::name),
                   field<Digits>("measured_ms", &ComparedTimes::measured_ms),
                   field<Digits>("modelled_ms", &ComparedTimes::modelled_ms),
                   field("limiter", &ComparedTimes::limiter),
                   optional_field<NullWhenEmpty>("nsight_limit", &ComparedTimes::nsight_limit));
};

template <> struct kernelsmith::Fields<grader::accuracy::ComparedBuild> {
    using Build = grader::accuracy::ComparedBuild;
    static constexpr auto list =
        std::tuple_cat(Fields<grader::accuracy::ComparedTimes>::list,
                       std::tuple(optional_field<NullWhenEmpty>("applies", &Build::applies),
                                  optional_field<NullWhenEmpty>("suggestions", &Build::suggestions)));
};

template <> struct kernelsmith::Fields<grader::accuracy::ComparedKernel> {
    using Kernel = grader::accuracy::ComparedKernel;
    static constexpr auto list = std::tuple_cat(Fields<grader::accuracy::ComparedTimes>::list,
                                                std::tuple(field("tuned", &Kernel::tuned)));
};

template <> struct kernelsmith::Fields<grader::accuracy::ComparedLab> {
    using Lab = grader::accuracy::ComparedLab;
    static constexpr auto list = std::tuple(field("case", &Lab::case_name), field("speedups", &Lab::speedups),
                                            field("builds", &Lab::builds));
};

template <> struct kernelsmith::Fields<grader::accuracy::Record> {
    using Record = grader::accuracy::Record;
    static constexpr auto list =
        std::tuple(field("device", &Record::device), field("labs", &Record::labs),
                   field<ListsUnder<grader::accuracy::kernels_name>>("programs", &Record::programs));
};

namespace grader::accuracy {
namespace {

json json_of(const ErrorQuantiles& spread) {
    return {{"numbers", spread.numbers},
            {"half_within", in_record_digits(spread.median)},
            {"nine_of_ten_within", in_record_digits(spread.p90)}};
}

/// Omits missing figures: a lab without measured limiters has none.
json json_of(const Figures& figures) {
    json entry = json::object();
    if (!figures.times.empty()) entry["times"] = json_of(error_quantiles_of(figures.times));
    if (!figures.speedups.empty()) entry["speedups"] = json_of(error_quantiles_of(figures.speedups));
    if (figures.order) entry["rank_correlation"] = in_record_digits(*figures.order);
    if (figures.limits.known > 0)
        entry["limits"] = {{"known", figures.limits.known}, {"alike", figures.limits.agreed}};
    if (figures.too_short > 0) entry["omitted_as_too_short"] = figures.too_short;
    const SuggestionHits& steps = figures.steps;
    if (steps.pairs + steps.no_kind > 0) {
        entry["pairs"] = {{"with_a_suggestion", steps.pairs},
                          {"first_is_applied", steps.first},
                          {"first_or_second_is_applied", steps.hits},
                          {"no_suggestion_of_this_kind", steps.no_kind}};
        if (!steps.gains.empty()) entry["pairs"]["gains"] = json_of(error_quantiles_of(steps.gains));
    }
    return entry;
}

} // namespace

double in_record_digits(double number) { return round_to_digits(number, model_digits); }

fs::path record_file(const fs::path& course_root, const std::string& slug) {
    return course_root / "docs" / "results" / "times" / slug / "modelled.json";
}

Record read_record(const fs::path& file) { return record_in<Record>(file, kind_of_models); }

void merge(Record& record, const Record& part) {
    for (const auto& [id, lab] : part.labs) record.labs[id] = lab;
    for (const auto& [name, kernels] : part.programs) {
        std::vector<ComparedKernel>& known = record.programs[name];
        for (const ComparedKernel& kernel : kernels) {
            const auto same = std::ranges::find(known, kernel.name, &ComparedKernel::name);
            if (same == known.end())
                known.push_back(kernel);
            else
                *same = kernel;
        }
    }
}

std::string text_of(const Record& record) {
    json document = record;
    document["format"] = kind_of_models.format;
    document["all_labs"] = json_of(figures_of_labs(record));
    for (const auto& [id, lab] : record.labs) document["labs"][id]["figures"] = json_of(figures_of(lab));
    for (const auto& [name, kernels] : record.programs) {
        json& program = document["programs"][name];
        program["tuning"] = json_of(figures_of(kernels, true));
        program["holdout"] = json_of(figures_of(kernels, false));
    }
    return record_text(document);
}

} // namespace grader::accuracy
