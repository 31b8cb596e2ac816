#pragma once

/// @file
/// Typical grades of a lab, for the tests of every report.

#include "grading/grade/grade.h"

namespace samples {

grader::LabGrade passed();          ///< full marks
grader::LabGrade wrong_output();    ///< one case of several is wrong
grader::LabGrade too_slow();        ///< correct, below the threshold
grader::LabGrade too_close();       ///< the interval contains the threshold
grader::LabGrade compile_error();   ///< a long compiler error
grader::LabGrade no_gpu();          ///< only the build could be done
grader::LabGrade correct_untimed(); ///< all right, and incomplete: neither a clock nor a model of the GPU
/// All that the simulator checks is right, and the modelled speedup is too close to call.
grader::LabGrade counted();
/// All that the simulator checks is right, and the modelled speedup suffices.
grader::LabGrade modelled();
grader::LabGrade unclean();  ///< the checks have findings
grader::LabGrade wasteful(); ///< too many sectors, and timed in another shape than counted
grader::LabGrade hostile();  ///< every text that a student controls attacks the reader's terminal

/// Returns one student's labs on an H200.
grader::GradeReport single();
/// Returns a class of three; one student submitted only one lab.
grader::GradeReport class_of_three();

} // namespace samples
