// The grader for students. The commands of the course's authors and of instructors belong to other programs.

#include "grading/command_line/program.h"
#include "grading/commands/commands.h"

int main(int argc, char** argv) {
    using namespace grader;
    return run_program({"grader",
                        {grade_command(), sweep_command(), explain_command(), timeline_command(),
                         hint_command(), watch_command(), history_command(), list_command(), doctor_command(),
                         completion_command()}},
                       argc, argv);
}
