#pragma once

/// @file
/// What a student's file earns after each task: the skeleton with more and more of the solution's regions filled in.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/grade/grade.h"
#include "grading/measure/speed_benchmark.h"
#include "grading/steps/modelled_speed.h"

namespace grader::tasks {

/// Where a lab's solutions keep the states that its skeleton and solution cannot make: N.cu after N tasks.
inline constexpr const char* after_directory = "after";

/// The grade of the file after so many tasks.
struct AfterTask {
    double score = 0;     ///< of all steps
    double max_score = 0; ///< what these are worth
    std::string step;     ///< the first that failed; empty: none
    std::string message;  ///< what it says; empty: it passed
};

/// How to grade them.
struct TasksRequest {
    std::uint64_t seed = 0;              ///< of all inputs
    std::filesystem::path work;          ///< where the files are put
    SpeedBenchmark* benchmark = nullptr; ///< where they are timed; null: they are not
    const ModelledBaseline* baseline =
        nullptr; ///< what modelled times are compared with; null: a fresh one each time
    /// Called before each grade.
    std::function<void(std::size_t done, std::size_t all)> progress = [](std::size_t, std::size_t) {};
};

/// The file of somebody who has done the first @p done tasks of @p lab. One that neither skeleton nor solution nor a kept
/// state is, is written below @p work.
std::filesystem::path source_after(const Lab& lab, std::size_t done, const std::filesystem::path& work);

/// What @p grade says of a file after some tasks.
AfterTask after_task_from(const LabGrade& grade);

/// After no task, after the first and so on to the last. Throws EnvironmentError.
std::vector<AfterTask> grade_after_tasks(const Backend& backend, const Lab& lab, const TasksRequest& request);

} // namespace grader::tasks
