#pragma once

/// @file
/// A command of the grader in a child process.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/style.h"
#include "grading/processes/process.h"

namespace grader {

/// A running `grader ARGUMENTS...`. The destructor stops it with all processes that it has started.
class GraderChild {
public:
    /// Starts @p program. It reports its status, and prints as for a terminal with @p style.
    /// @param scratch directory for its temporary files, which remain if it is stopped
    GraderChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                const Style& style, const std::filesystem::path& scratch);
    ~GraderChild() = default;
    GraderChild(const GraderChild&) = delete;
    GraderChild& operator=(const GraderChild&) = delete;

    /// Returns a descriptor that is readable when a status arrives, and when the child ends; -1 after the
    /// last status.
    [[nodiscard]] int descriptor() const { return status_pipe_.get(); }
    /// Returns its last status, if that is new.
    std::string latest_status();

    /// Returns whether it has ended.
    bool has_ended();
    /// Returns how it ended. Requires has_ended().
    [[nodiscard]] ProcessEnd end() const { return process_->end(); }
    /// Returns its output so far.
    [[nodiscard]] std::string output() const { return process_->output(); }

private:
    Descriptor status_pipe_;
    std::unique_ptr<Process> process_;
};

} // namespace grader
