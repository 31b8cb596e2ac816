#include "authoring/commands/check_course.h"

#include <iostream>
#include <memory>

#include <fmt/core.h>

#include "authoring/commands/commands.h"
#include "authoring/records/tasks/record.h"
#include "base/numbers.h"
#include "base/text.h"
#include "grading/steps/modelled_speed.h"
#include "grading/steps/speed_step.h"

namespace grader {

ExitStatus check_tasks(Context& context, const CheckCourseOptions& options) {
    const Lab& lab = context.course().lab(options.tasks);
    const Backend& backend = context.backend();
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    tasks::TasksRequest request;
    request.seed = options.seed.value_or(default_seed);
    request.work = context.places().work / "tasks";
    request.progress = [&](std::size_t done, std::size_t all) {
        context.status().show(fmt::format("{}: after {} of {} tasks", lab.id, done, all));
    };
    const std::unique_ptr<SpeedBenchmark> benchmark = benchmark_where_timed(backend, lab, request.seed);
    request.benchmark = benchmark.get();
    const std::unique_ptr<ModelledBaseline> baseline = make_shared_modelled_baseline(backend, lab);
    request.baseline = baseline.get();
    const std::vector<tasks::AfterTask> after = grade_after_tasks(backend, lab, request);
    context.status().clear();
    for (std::size_t done = 0; done < after.size(); ++done)
        std::cout << fmt::format("after {} task{}: {} of {}{}\n", done, done == 1 ? "" : "s",
                                 format_points(after[done].score), format_points(after[done].max_score),
                                 after[done].step.empty() ? ", passed"
                                                          : fmt::format(", {}: {}", after[done].step,
                                                                        printable(after[done].message)));
    if (options.record) {
        tasks::TaskRecord record = tasks::read_task_record(context.course().root());
        record[backend.name() == "gpu" ? backend.device().slug : backend.name()][lab.id] = after;
        write_task_record(context.course().root(), record);
    }
    return ExitStatus::passed;
}

} // namespace grader
