#pragma once

/// @file
/// Grades as they come up in a lab, for the tests of every report.

#include "grading/grade/grade.h"

namespace samples {

grader::LabGrade passed();          ///< full marks
grader::LabGrade wrong_output();    ///< one case of several is wrong
grader::LabGrade too_slow();        ///< correct, below the threshold
grader::LabGrade too_close();       ///< the interval holds the threshold
grader::LabGrade compile_error();   ///< a long message of the compiler
grader::LabGrade no_gpu();          ///< nothing but the build could be done
grader::LabGrade correct_untimed(); ///< all right, and incomplete: neither a clock nor a model of the GPU
grader::LabGrade counted(); ///< all that a simulator can tell is right, and the modelled speedup is too close
grader::LabGrade modelled(); ///< the same with a modelled speedup that is enough
grader::LabGrade unclean();  ///< the checks found something
grader::LabGrade wasteful(); ///< too many sectors, and timed in another shape than counted
grader::LabGrade hostile();  ///< every text that a student controls attacks the reader's terminal

/// One student's labs on an H200.
grader::GradeReport single();
/// A class of three; one student handed in one lab only.
grader::GradeReport class_of_three();

} // namespace samples
