#pragma once

/// @file
/// Results of the rules of `grader check-course`: findings, and how many rules held, were broken or could not
/// be checked.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// A violation of a rule: its location, and how to fix it.
struct Finding {
    std::filesystem::path file; ///< the file to fix
    std::size_t line = 0;       ///< line number from 1; 0: the file as a whole
    std::string text;           ///< message, one line
};

/// All violations of one rule in one lab; empty if it holds.
using Findings = std::vector<Finding>;

/// Whether a finding is a violation, or only notes what was done or skipped.
enum class Severity { broken, note };

/// Counts rules, once per lab that they apply to, and passes on each finding immediately.
class CheckReport {
public:
    /// Receives the id of the finding's lab, or "" if it belongs to no single lab, and the finding.
    using Sink = std::function<void(const std::string& lab, Severity, const Finding&)>;

    /// @p sink receives each finding and note immediately, before later rules are checked.
    explicit CheckReport(Sink sink) : sink_(std::move(sink)) {}

    /// Counts one checked rule of @p lab: it holds if there are no @p findings.
    void checked(const std::string& lab, const Findings& findings);
    /// Counts @p rules rules of @p lab that could not be checked, so that the summary does not claim more
    /// than was checked.
    void not_checked(const std::string& lab, std::size_t rules, const std::string& reason);

    /// Passes on a note about @p lab that violates no rule.
    void note(const std::string& lab, const Finding& finding) { sink_(lab, Severity::note, finding); }

    /// Number of rules that held so far, counted once per lab.
    [[nodiscard]] std::size_t held() const { return held_; }
    /// Number of rules that were broken so far, however many findings each had.
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
    std::vector<Unchecked> unchecked_; ///< one per reason, in order of first occurrence
};

} // namespace grader
