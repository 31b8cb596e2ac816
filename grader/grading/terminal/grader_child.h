#pragma once

/// @file
/// A command of the grader in a process of its own.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/style.h"
#include "grading/processes/process.h"

namespace grader {

/// `grader ARGUMENTS...` under way. Its destructor stops it with all that it has started.
class GraderChild {
public:
    /// Starts @p program. It says what it is doing, and what it prints is as for a terminal with @p style.
    /// @param scratch where it may put temporary files, which stay behind when it is stopped
    GraderChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                const Style& style, const std::filesystem::path& scratch);
    ~GraderChild() = default;
    GraderChild(const GraderChild&) = delete;
    GraderChild& operator=(const GraderChild&) = delete;

    /// Readable when it says what it is doing, and when it ends; -1 once it says nothing more.
    [[nodiscard]] int descriptor() const { return status_pipe_.get(); }
    /// What it said last, if that is new.
    std::string latest_status();

    /// Whether it has come to its end.
    bool has_ended();
    /// How; only after it has.
    [[nodiscard]] ProcessEnd end() const { return process_->end(); }
    /// What it printed so far.
    [[nodiscard]] std::string output() const { return process_->output(); }

private:
    Descriptor status_pipe_;
    std::unique_ptr<Process> process_;
};

} // namespace grader
