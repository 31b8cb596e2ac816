// The commands of course authors: none of them takes part in a student's grade.

#include "authoring/commands/commands.h"
#include "grading/command_line/program.h"

int main(int argc, char** argv) {
    using namespace grader;
    return run_program({"grader-authoring",
                        {ladder_command(), calibrate_command(), check_course_command(), counters_command(),
                         times_command(), predict_command(), patched_command()}},
                       argc, argv);
}
