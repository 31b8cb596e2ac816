#pragma once

/// @file
/// What the rules of `grader check-course` come to: findings, and how many rules held, broke or could not be
/// checked.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// What breaks a rule: where it is, and what to do about it.
struct Finding {
    std::filesystem::path file; ///< the file to mend
    std::size_t line = 0;       ///< from 1; 0: the file as a whole
    std::string text;           ///< one line
};

/// All that breaks one rule in one lab; empty when it holds.
using Findings = std::vector<Finding>;

/// Whether a line of the report says what is broken, or only what was done or left out.
enum class Severity { broken, note };

/// Counts rules, one for each lab it is asked of, and hands on each finding as soon as it is known.
class CheckReport {
public:
    /// Takes the lab that a finding belongs to, or "" where no single lab answers for it, and the finding.
    using Sink = std::function<void(const std::string& lab, Severity, const Finding&)>;

    /// @p sink gets each finding and note at once, while later rules are still to be checked.
    explicit CheckReport(Sink sink) : sink_(std::move(sink)) {}

    /// A rule of @p lab was checked: it holds when there are no @p findings.
    void checked(const std::string& lab, const Findings& findings);
    /// @p rules rules of @p lab could not be checked. A summary that leaves this out would promise too much.
    void not_checked(const std::string& lab, std::size_t rules, const std::string& reason);

    /// Something about @p lab that breaks nothing.
    void note(const std::string& lab, const Finding& finding) { sink_(lab, Severity::note, finding); }

    /// Rules that held so far, each counted once for each lab.
    [[nodiscard]] std::size_t held() const { return held_; }
    /// Rules that broke so far, however many findings each had.
    [[nodiscard]] std::size_t broken() const { return broken_; }
    /// "31 rules held, 1 broken, 12 not checked here (2 labs): there is no NVIDIA GPU on this machine"
    [[nodiscard]] std::string summary() const;

private:
    struct Unchecked {
        std::string reason;
        std::size_t rules = 0;
        std::set<std::string> labs;
    };

    Sink sink_;
    std::size_t held_ = 0;
    std::size_t broken_ = 0;
    std::vector<Unchecked> unchecked_; ///< by reason, in the order they came up
};

} // namespace grader
