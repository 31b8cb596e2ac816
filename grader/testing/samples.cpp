#include "samples.h"

#include "grading/messages/clean.h"
#include "grading/messages/counts.h"
#include "grading/messages/message.h"
#include "grading/messages/speed.h"

using grader::GradeReport;
using grader::LabGrade;
using grader::Launch;
using grader::Message;
using grader::Speedup;
using grader::Status;
using grader::Step;
using grader::verbatim;

namespace samples {
namespace {

Step builds_step() { return {"builds", Status::pass, verbatim("no warnings"), {}, 0, 0}; }
Step runs() { return {"runs", Status::pass, verbatim("12 cases, the longest took 41 ms"), {}, 0, 0}; }
Step correct() { return {"correct", Status::pass, verbatim("12 of 12 cases"), {}, 40, 40}; }
Step waiting(const std::string& name, double max_points) {
    return {name, Status::waits, {}, {}, 0, max_points};
}

/// Makes a gate of at most 4.1 sectors per 128 bytes.
Message sectors_gate(int sectors) {
    return {grader::messages::gate,
            {{"counter", "sectors_per_128_bytes"},
             {"words", "sectors per 128 bytes"},
             {"value", sectors},
             {"shown", std::to_string(sectors)},
             {"bounds", "at most 4.1"}}};
}

Step clean_at_two_sizes() {
    return {"clean", Status::pass, {grader::messages::nothing_found, {{"sizes", 2}}}, {}, 10, 10};
}

Launch tiled_launch() { return {"tile_kernel<32>", {64, 64, 1}, {32, 32, 1}, 38, 8192, 1.0, 31}; }

Speedup fast_speedup() {
    Speedup s;
    s.ratio = 9.48;
    s.low = 9.41;
    s.high = 9.53;
    s.threshold = 6;
    s.full = 9;
    s.in_use.gpu = "h200";
    s.baseline_ms = 3.9062;
    s.student_ms = 0.41204;
    s.limit_ms = 0.3585;
    s.of_limit = 0.87;
    s.limit = "copy bandwidth";
    s.case_name = "square_2048";
    s.pairs = 31;
    return s;
}

/// Makes a speedup with the error bound of the model of an h200.
Speedup modelled_speedup(double ratio) {
    Speedup s = fast_speedup();
    s.modelled = "h200";
    s.ratio = ratio;
    s.low = ratio / 1.3;
    s.high = ratio * 1.3;
    s.student_ms = s.baseline_ms / ratio;
    s.limit_ms = s.of_limit = 0;
    s.limit.clear();
    s.case_name = "square_2048, from a call on one of 33 equal parts of the GPU with n 512";
    s.pairs = 0;
    return s;
}

LabGrade lab(std::vector<Step> steps) {
    LabGrade grade;
    grade.id = "04_shared_tiling";
    grade.title = "Tiles in shared memory";
    grade.steps = std::move(steps);
    grade.seed = "81985529216486895";
    grade.seconds = {{"build", 4.25}, {"correct", 1.5}, {"fast", 2.75}};
    grader::finalize_grade(grade);
    return grade;
}

LabGrade named(LabGrade grade, const std::string& id, const std::string& title) {
    grade.id = id;
    grade.title = title;
    return grade;
}

} // namespace

LabGrade passed() {
    LabGrade grade =
        lab({builds_step(),
             runs(),
             correct(),
             {"fast", Status::pass, verbatim("9.48 times as fast as the baseline"), {}, 30, 30}});
    grade.cases = grader::CaseCount{12, 12};
    grade.gates = {{"sectors_per_128_bytes", "sectors per 128 bytes", 4, true}};
    grade.speedup = fast_speedup();
    grade.launches = {tiled_launch()};
    grade.next = "05_register_tiling, or the ladder of this lab in solutions/04_shared_tiling/ladder.";
    return grade;
}

LabGrade wrong_output() {
    const std::vector<Message> details = {
        verbatim("case prime (height 997, width 1021): c has 31 of 1,017,937 elements wrong"),
        verbatim("  c[996][990]  expected -3.2519531  got 0  never written"),
        verbatim("  c[996][991]  expected  1.8798828  got 0  never written"),
        verbatim("  c[996][992]  expected  0.0410156  got 0  never written"),
        verbatim("All of them lie in the last row from column 990 on: a tile that hangs over the edge of the "
                 "matrix?"),
    };
    LabGrade grade = lab({builds_step(),
                          runs(),
                          {"correct", Status::fail, verbatim("11 of 12 cases"), details, 36.5, 40},
                          waiting("fast", 30)});
    grade.steps[2].observed = {
        {grader::messages::simulator_saw, {{"case", "odd"}, {"sizes", "height 33, width 35"}}},
        {grader::messages::finding,
         {{"finding", "out_of_bounds"},
          {"place", "student.cu:38"},
          {"what", verbatim("reads 4 bytes past the end of an allocation")},
          {"more", Message(grader::messages::in_kernel, {{"kernel", "tile_kernel<32>"}})},
          {"line", 38},
          {"source", "tile[threadIdx.y][threadIdx.x] = a[row * width + column];"},
          {"where", verbatim("right after the 4620 bytes of \"a\"")}}}};
    grade.cases = grader::CaseCount{11, 12};
    grade.steps[2].replay = "grader 04 --seed 81985529216486895 --case prime";
    grade.next = "compute which elements your last block writes when the width is 1021.";
    return grade;
}

LabGrade too_slow() {
    LabGrade grade = lab({builds_step(),
                          runs(),
                          correct(),
                          {"fast",
                           Status::fail,
                           verbatim("2.14 times as fast as the baseline; 6 times is asked for"),
                           {},
                           10.2,
                           30}});
    Speedup s = fast_speedup();
    s.ratio = 2.14;
    s.low = 2.13;
    s.high = 2.15;
    s.student_ms = 1.8253;
    s.of_limit = 0.196;
    grade.speedup = s;
    grade.launches = {{"tile_kernel<16>(MatmulArgs)", {128, 128, 1}, {16, 16, 1}, 40, 2048, 0.75, 31},
                      {"clear_kernel", {4096, 1, 1}, {1024, 1, 1}, 10, 0, 0, 62}};
    grade.next = "grader hint 04";
    return grade;
}

LabGrade too_close() {
    LabGrade grade = lab(
        {builds_step(),
         runs(),
         correct(),
         {"fast", Status::too_close, verbatim("too close to call, which counts as passed"), {}, 24.4, 30}});
    Speedup s = fast_speedup();
    s.ratio = 5.998;
    s.low = 5.981;
    s.high = 6.007;
    s.student_ms = 0.65125;
    s.of_limit = 0.55;
    s.pairs = 101;
    grade.speedup = s;
    grade.launches = {tiled_launch()};
    grade.next =
        "5.6 points are left in this lab: solutions/04_shared_tiling/NOTES.md says where the time goes.";
    return grade;
}

LabGrade compile_error() {
    std::string output = "student.cu(41): error: identifier \"tile\" is undefined\n"
                         "\ttile[threadIdx.y][threadIdx.x] = a[row * width + step * TILE + threadIdx.x];\n"
                         "\t^\n\n";
    for (int line = 44; line < 64; ++line)
        output += "student.cu(" + std::to_string(line) +
                  "): error: no operator \"[]\" matches these operands, operand types are: float [ unsigned "
                  "int ]\n";
    LabGrade grade = lab(
        {{"builds", Status::fail, verbatim("nvcc found 21 errors in student.cu"), {verbatim(output)}, 0, 0},
         waiting("runs", 0),
         waiting("correct", 40),
         waiting("fast", 30)});
    grade.next = "repair the first error and build again; the ones below it often go away with it.";
    return grade;
}

LabGrade no_gpu() {
    const auto missing = [](const std::string& name, double max_points) {
        return Step{name,      Status::not_measured, verbatim("this machine has no NVIDIA GPU"), {}, 0,
                    max_points};
    };
    LabGrade grade = lab({builds_step(), missing("runs", 0), missing("correct", 40), missing("fast", 30)});
    grade.seed.clear();
    grade.next = "grader doctor says what is missing on this machine.";
    return grade;
}

LabGrade correct_untimed() {
    LabGrade grade = lab(
        {builds_step(),
         runs(),
         correct(),
         {"fast", Status::not_measured, verbatim("the simulator has no time model of the l40"), {}, 0, 30}});
    grade.next = "run it on a machine with a GPU to see how fast it is.";
    return grade;
}

LabGrade counted() {
    const Message occupancy(grader::messages::gate, {{"counter", "occupancy"},
                                                     {"words", "theoretical occupancy"},
                                                     {"value", 0.75},
                                                     {"shown", "75 %"},
                                                     {"bounds", "at least 75 %"}});
    const double ratio = 6.1;
    LabGrade grade = lab(
        {builds_step(),
         runs(),
         correct(),
         clean_at_two_sizes(),
         {"technique",
          Status::pass,
          {grader::messages::gates, {{"all", std::vector{sectors_gate(4), occupancy}}}},
          {},
          20,
          20},
         {"fast",
          Status::too_close,
          {grader::messages::modelled_too_close,
           {{"ratio", ratio}, {"needed", 6}, {"model", "h200"}, {"low", ratio / 1.3}, {"high", ratio * 1.3}}},
          {{grader::messages::time_limit,
            {{"kernel", "tile_kernel<32>"},
             {"parts", Message(grader::messages::part_share, {{"part", "l2"}, {"share", 0.71}})}}}},
          15.4,
          30}});
    grade.speedup = modelled_speedup(ratio);
    grade.launches = {tiled_launch()};
    grade.counted = {{"tile_kernel<32>", {4, 4, 1}, {32, 32, 1}, 38, 8192, 1.0, 1}};
    grade.counters = {{"sectors_per_128_bytes", 4}, {"occupancy", 0.75}};
    grade.undetectable_tasks = {"task_3"};
    grade.undetectable_sentence =
        "No counter shows whether task 3 (\"The root\") was done, and its gain may lie "
        "within the model's error: a GPU measures it.";
    return grade;
}

LabGrade modelled() {
    LabGrade grade = counted();
    const double ratio = 9.48;
    grade.steps.back() = {"fast",
                          Status::pass,
                          {grader::messages::speedup, {{"ratio", ratio}, {"needed", 6}, {"model", "h200"}}},
                          grade.steps.back().details,
                          30,
                          30};
    grade.speedup = modelled_speedup(ratio);
    grade.next.clear();
    grader::finalize_grade(grade);
    return grade;
}

LabGrade unclean() {
    const Message race(grader::messages::finding,
                       {{"finding", "shared_race"},
                        {"place", "student.cu:41"},
                        {"what", verbatim("reads 4 bytes that another thread writes")},
                        {"more",
                         std::vector{Message(grader::messages::in_kernel, {{"kernel", "tile_kernel<32>"}}),
                                     Message(grader::messages::times, {{"count", 992}})}},
                        {"line", 41},
                        {"source", "sum += tile[threadIdx.y][k] * b[k];"},
                        {"other_place", "student.cu:38"},
                        {"other", verbatim("written by thread (1, 0, 0)")},
                        {"advice", verbatim("A __syncthreads() between the two is missing.")}});
    return lab(
        {builds_step(),
         runs(),
         correct(),
         {"clean",
          Status::fail,
          {grader::messages::found,
           {{"finding", "shared_race"},
            {"place", "student.cu:41"},
            {"at", Message(grader::messages::on_case, {{"case", "odd"}, {"sizes", "height 33, width 35"}})}}},
          {race},
          0,
          10},
         waiting("technique", 20),
         waiting("fast", 30)});
}

LabGrade wasteful() {
    LabGrade grade = too_slow();
    grade.steps.insert(grade.steps.end() - 1,
                       {clean_at_two_sizes(),
                        {"technique",
                         Status::fail,
                         {grader::messages::gates, {{"all", sectors_gate(32)}}},
                         {{grader::messages::gate_advice,
                           {{"counter", "sectors_per_128_bytes"},
                            {"text", "The lanes of a warp ask for bytes that do not lie together."},
                            {"lab", "04_shared_tiling"},
                            {"slide", "mapping"}}}},
                         10,
                         20}});
    grade.counted = {{"tile_kernel<16>(MatmulArgs)", {16, 16, 1}, {8, 8, 1}, 40, 2048, 0.5, 1}};
    grade.counters = {{"sectors_per_128_bytes", 32}, {"occupancy", 0.5}};
    grader::finalize_grade(grade);
    return grade;
}

LabGrade hostile() {
    const std::string clear_screen = "\x1b[2J\x1b]0;owned\x07";
    LabGrade grade = lab({builds_step(),
                          {"runs",
                           Status::fail,
                           verbatim("the process printed:\r\x1b[1A✔ correct"),
                           {verbatim("ok \xff\xc3(\x9b"
                                     "31m\n" +
                                     clear_screen),
                            verbatim("\u202e\u009b31m né")},
                           0,
                           0},
                          waiting("correct", 40),
                          waiting("fast", 30)});
    grade.launches = {{"k" + clear_screen, {1, 1, 1}, {8, 8, 4}, 255, 49152, 0.125, 1}};
    grade.next = "look\x1b[8m here";
    return grade;
}

GradeReport single() {
    GradeReport report;
    report.backend = "gpu";
    report.device = "NVIDIA H200";
    report.submissions = {{"",
                           {named(too_close(), "01_coalescing", "Neighbours together"),
                            named(wrong_output(), "02_transpose", "A matrix on its side"), passed(),
                            named(no_gpu(), "05_register_tiling", "More work for a thread")}}};
    return report;
}

GradeReport class_of_three() {
    GradeReport report = single();
    report.is_class = true;
    const std::vector<LabGrade> all = report.submissions[0].labs;
    report.submissions = {{"ada", {all[2], named(passed(), "01_coalescing", "Neighbours together")}},
                          {"grace.hopper-with-a-very-long-name", all},
                          {"linus\x1b[31m", {all[1]}}};
    return report;
}

} // namespace samples
