#pragma once

/// @file
/// The signs that reports share: one column wide, and distinguishable without colours.

#include <string_view>

#include "base/style.h"
#include "grading/grade/grade.h"

namespace grader {

/// A sign and its colour.
struct ReportMark {
    std::string_view sign; ///< UTF-8, one column wide
    Ink ink = Ink::faint;  ///< if the report has colours
};

/// Returns ✔ pass, ✘ fail, ≈ too close to call, … waits, – not measured.
inline ReportMark mark_of(Status status) {
    switch (status) {
        case Status::pass: return {"✔", Ink::good};
        case Status::fail: return {"✘", Ink::bad};
        case Status::too_close: return {"≈", Ink::close};
        case Status::waits: return {"…", Ink::faint};
        case Status::not_measured: break;
    }
    return {"–", Ink::faint};
}

/// Returns ✔ pass, ✘ fail, – not graded.
inline ReportMark mark_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::pass: return {"✔", Ink::good};
        case Verdict::fail: return {"✘", Ink::bad};
        case Verdict::not_graded: break;
    }
    return {"–", Ink::faint};
}

/// The mark of a lab without a grade: never graded, or not submitted.
inline constexpr ReportMark nothing_known = {"·", Ink::faint};

} // namespace grader
