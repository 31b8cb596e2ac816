#pragma once

/// @file
/// The commands of a student. Each is declared at the end of its file: name, summary, options, and the
/// function that runs it.

#include "grading/command_line/command.h"

namespace grader {

/// `grader [LAB...]`, `grader --all DIR`
Command grade_command();
/// `grader sweep LAB NAME=v,v,...`
Command sweep_command();
/// `grader explain LAB`, `grader explain LAB NAME=v,v,...`
Command explain_command();
/// `grader timeline LAB`
Command timeline_command();
/// `grader hint LAB`
Command hint_command();
/// `grader watch [LAB]`
Command watch_command();
/// `grader history LAB`
Command history_command();
/// `grader list`
Command list_command();
/// `grader doctor`
Command doctor_command();
/// `grader completion bash`
Command completion_command();

} // namespace grader
