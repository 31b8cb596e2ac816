#include "grading/command_line/modelled_columns.h"

#include <fmt/core.h>

#include "base/numbers.h"
#include "grading/report/modelled.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

std::string columns_with(const std::string& time, const std::string& speedup) {
    return fmt::format(" {:>9} {:>9}", time, speedup);
}

} // namespace

ModelledColumns::ModelledColumns(const Backend& backend, const Lab& the_lab)
    : backend_(backend), lab_(the_lab), unavailable_reason_(why_not_modelled(backend, the_lab)),
      baseline_(backend, the_lab) {}

std::string ModelledColumns::caption() const {
    if (!unavailable_reason_.empty())
        return fmt::format("times are missing, because {}", sentence(unavailable_reason_));
    return fmt::format("times are modelled for {}, not measured, on {}", backend_.time_model().device,
                       modelled_case(backend_, lab_));
}

std::string ModelledColumns::head() const {
    return unavailable_reason_.empty() ? columns_with("modelled", "speedup") : "";
}

std::string ModelledColumns::blank() const { return unavailable_reason_.empty() ? columns_with("", "") : ""; }

std::string ModelledColumns::of(const std::filesystem::path& object, Message& failure) const {
    if (!unavailable_reason_.empty()) return {};
    const ModelledBuild build = model_build(backend_, build_of(lab_, object), baseline_,
                                            lab_.manifest.speed.recorded_for(backend_.device().thresholds));
    failure = build.failure;
    if (!build.speedup) return blank();
    const bool untold = !lab_.manifest.modelled.no_speed.empty();
    return columns_with(format_time(build.speedup->student_ms),
                        untold ? "" : marked_speedup(build.speedup->ratio, build.speedup->modelled));
}

} // namespace grader
