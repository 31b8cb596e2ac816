#pragma once

/// @file
/// Scores of a student's file after each task: the skeleton with more and more of the solution's regions
/// filled in.

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

/// Folder in a lab's solutions for states that cannot be composed from skeleton and solution: N.cu after N
/// tasks.
inline constexpr const char* after_directory = "after";

/// Grade of the file after some tasks.
struct AfterTask {
    double score = 0;     ///< points of all steps
    double max_score = 0; ///< maximum points of all steps
    std::string step;     ///< first failed step; empty: none
    std::string message;  ///< its message; empty: it passed
};

/// How the states are graded.
struct TasksRequest {
    std::uint64_t seed = 0;              ///< seed of all inputs
    std::filesystem::path work;          ///< folder for the composed files
    SpeedBenchmark* benchmark = nullptr; ///< where they are timed; null: they are not timed
    const ModelledBaseline* baseline =
        nullptr; ///< what modelled times are compared with; null: a new one each time
    /// Called before each grade.
    std::function<void(std::size_t done, std::size_t all)> progress = [](std::size_t, std::size_t) {};
};

/// Returns the file of a student who has done the first @p done tasks of @p lab. Writes it below @p work,
/// unless the skeleton, the solution or a stored state is that file.
std::filesystem::path source_after(const Lab& lab, std::size_t done, const std::filesystem::path& work);

/// Converts @p grade of a file after some tasks.
AfterTask after_task_from(const LabGrade& grade);

/// Grades the states after no task, after the first and so on to the last. Throws EnvironmentError.
std::vector<AfterTask> grade_after_tasks(const Backend& backend, const Lab& lab, const TasksRequest& request);

} // namespace grader::tasks
