#include "tasks/after_tasks.h"

#include <fmt/core.h>

#include "course/regions.h"
#include "files.h"
#include "grade/grade_lab.h"

namespace grader::tasks {
namespace {

namespace fs = std::filesystem;

AfterTask told_of(const LabGrade& grade) {
    AfterTask after{grade.score, grade.max_score, "", ""};
    if (const Step* failed = grade.first_failed()) {
        after.step = failed->name;
        after.message = failed->message;
    }
    return after;
}

} // namespace

std::vector<AfterTask> grade_after_tasks(const Backend& backend, const Lab& lab,
                                         const TasksRequest& request) {
    const std::string skeleton = read_text(lab.student());
    const RegionedSource solution = split_regions(read_text(lab.solutions / "student.cu"));
    const std::size_t tasks = lab.manifest.tasks.size();
    std::vector<AfterTask> after;
    for (std::size_t done = 0; done <= tasks; ++done) {
        request.progress(done, tasks);
        GradeRequest one;
        one.source = request.work / lab.id / std::to_string(done) / "student.cu";
        one.seed = request.seed;
        one.arena = request.arena;
        fs::create_directories(one.source.parent_path());
        write_where_it_differs(one.source, with_regions_of(skeleton, solution, static_cast<int>(done)));
        after.push_back(told_of(grade_lab(backend, lab, one)));
    }
    return after;
}

} // namespace grader::tasks
