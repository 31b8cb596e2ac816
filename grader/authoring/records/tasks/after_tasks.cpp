#include "authoring/records/tasks/after_tasks.h"

#include <fmt/core.h>

#include "base/files.h"
#include "course/regions.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"

namespace grader::tasks {

namespace fs = std::filesystem;

fs::path source_after(const Lab& lab, std::size_t done, const fs::path& work) {
    const fs::path solution = lab.solutions / "student.cu";
    if (done == 0) return lab.student();
    if (done == lab.manifest.tasks.size()) return solution;
    if (const fs::path kept = lab.solutions / after_directory / fmt::format("{}.cu", done); fs::exists(kept))
        return kept;
    fs::path source = work / lab.id / std::to_string(done) / "student.cu";
    fs::create_directories(source.parent_path());
    write_if_changed(source, replace_regions(read_text(lab.student()), split_regions(read_text(solution)),
                                             static_cast<int>(done)));
    return source;
}

AfterTask after_task_from(const LabGrade& grade) {
    AfterTask after{grade.score, grade.max_score, "", ""};
    if (const Step* failed = grade.first_failed()) {
        after.step = failed->name;
        after.message = sentence(failed->message);
    }
    return after;
}

std::vector<AfterTask> grade_after_tasks(const Backend& backend, const Lab& lab,
                                         const TasksRequest& request) {
    const std::size_t tasks = lab.manifest.tasks.size();
    std::vector<AfterTask> after;
    for (std::size_t done = 0; done <= tasks; ++done) {
        request.progress(done, tasks);
        GradeRequest one;
        one.source = source_after(lab, done, request.work);
        one.seed = request.seed;
        one.benchmark = request.benchmark;
        one.baseline = request.baseline;
        after.push_back(after_task_from(grade_lab(backend, lab, one)));
    }
    return after;
}

} // namespace grader::tasks
