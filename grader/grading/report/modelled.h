#pragma once

/// @file
/// How a speedup is shown, so that nobody takes a modelled one for one that was measured.

#include <set>
#include <string>

namespace grader {

/// "9.48×" of one that was measured, "~9.48×" of one that was modelled for the GPU @p modelled: for tables, which
/// a ModelledLegend explains.
std::string marked_speedup(double speedup, const std::string& modelled, int decimals = 2);

/// Collects whose speedups in a table were modelled, and explains their sign.
class ModelledLegend {
public:
    /// Notes that one was modelled for the GPU @p modelled; empty: it was measured.
    void add(const std::string& modelled) {
        if (!modelled.empty()) devices_.insert(modelled);
    }
    /// "~ modelled for h200, not measured"; empty where all were measured.
    [[nodiscard]] std::string text() const;

private:
    std::set<std::string> devices_;
};

} // namespace grader
