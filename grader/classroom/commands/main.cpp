// Commands of instructors on classes: none of them takes part in grading one's own files.

#include "classroom/commands/commands.h"
#include "grading/command_line/program.h"

int main(int argc, char** argv) {
    using namespace grader;
    return run_program({"grader-class",
                        {grade_class_command(), class_status_command(), class_watch_command(),
                         class_report_command(), class_changes_command(), class_drive_command(),
                         class_work_command(), bundle_command(), replay_command()}},
                       argc, argv);
}
