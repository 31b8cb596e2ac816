#include "classroom/bundle/replay.h"

#include "base/files.h"
#include "base/json_text.h"
#include "grading/report/grade/json.h"
#include "grading/steps/grade_lab.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// The build-cache entry of a temporary file; removes it at the end. The files of the next replay are in
/// another folder, so the entry would never be hit again.
class TemporaryBuildSlot {
public:
    explicit TemporaryBuildSlot(fs::path cache_entry) : slot_(std::move(cache_entry)) {}
    TemporaryBuildSlot(const TemporaryBuildSlot&) = delete;
    TemporaryBuildSlot& operator=(const TemporaryBuildSlot&) = delete;
    ~TemporaryBuildSlot() {
        std::error_code ignored;
        fs::remove_all(slot_, ignored);
    }

private:
    fs::path slot_;
};

} // namespace

ReplayResult replay(const Bundle& bundle, std::uint64_t seed, const Backend& backend, const Course& course,
                    const std::function<ThresholdsInUse(const Lab&)>& thresholds,
                    const std::function<void(const std::string&)>& progress) {
    const Lab& lab = course.lab(bundle.grade.at("id").get<std::string>());
    const GradingEnvironment& then = bundle.provenance.facts;
    const GradingEnvironment now = grading_environment_of(backend, course, lab, then.device_option);

    const TemporaryDirectory folder;
    GradeRequest request;
    request.source = write_sources(bundle.provenance.sources, folder.path());
    request.command = "grader";
    request.seed = seed;
    request.replayed = true;
    request.progress = progress;
    request.thresholds = [&] { return thresholds(lab); };
    const TemporaryBuildSlot cache_entry(backend.compile_job(request.source, lab, {}).cache_entry);
    const LabGrade grade = grade_lab(backend, lab, request);
    // Serialize and parse the grade, as the earlier one was: otherwise a text that is not UTF-8 would differ.
    const nlohmann::json again = parse_json(json_text(to_json(grade)));
    return {differences(then, now), compare(bundle.grade, again, same_clock(then, now))};
}

} // namespace grader
