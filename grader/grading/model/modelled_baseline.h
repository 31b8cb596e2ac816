#pragma once

/// @file
/// The modelled baseline of a lab, computed once for any number of builds and graders.

#include <mutex>
#include <optional>
#include <string>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/messages/message.h"
#include "grading/model/cached_time.h"

namespace grader {

/// The modelled time of a lab's baseline. The first grader that needs it models it, and caches it next to the
/// baseline's build (grading/model/cached_time.h). It is required before another build is modelled, because
/// it determines the instruction limit of that build.
class ModelledBaseline {
public:
    /// Models @p the_lab, for which why_not_modelled() must be empty. Both arguments must outlive this
    /// object.
    ModelledBaseline(const Backend& backend, const Lab& the_lab) : backend_(backend), lab_(the_lab) {}

    /// Returns why there is no time; empty if there is one. Throws EnvironmentError if the baseline does not
    /// compile, or on another infrastructure error.
    [[nodiscard]] const Message& failure() const;
    /// Returns the time. Requires an empty failure().
    [[nodiscard]] const CachedTime& time() const;

private:
    void model() const;

    const Backend& backend_;
    const Lab& lab_;
    mutable std::once_flag modelled_;
    mutable Message failure_;
    mutable std::optional<CachedTime> time_;
};

} // namespace grader
