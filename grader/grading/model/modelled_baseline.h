#pragma once

/// @file
/// The baseline of a lab, modelled once for any number of builds and graders.

#include <mutex>
#include <optional>
#include <string>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/messages/message.h"
#include "grading/model/cached_time.h"

namespace grader {

/// The modelled time of a lab's baseline. The first grader that needs it models it, and keeps it next to the baseline's build
/// (grading/model/cached_time.h). It has to be known before another build is modelled, because it limits what that may execute.
class ModelledBaseline {
public:
    /// Of @p the_lab, which why_not_modelled() has nothing against. Both have to outlive this.
    ModelledBaseline(const Backend& backend, const Lab& the_lab) : backend_(backend), lab_(the_lab) {}

    /// Why there is no time; empty: there is one. Throws EnvironmentError where the baseline does not compile, or the machine
    /// failed.
    [[nodiscard]] const Message& failure() const;
    /// Only where there is no failure().
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
