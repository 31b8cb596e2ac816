#pragma once

/// @file
/// The notation of speedups, which marks modelled ones, so that they are not taken for measured ones.

#include <set>
#include <string>

namespace grader {

/// Returns "9.48×" for a measured speedup, "~9.48×" for one that was modelled for the GPU @p modelled: for
/// tables, which a ModelledLegend explains.
std::string marked_speedup(double speedup, const std::string& modelled, int decimals = 2);

/// Collects which speedups in a table were modelled, and explains their sign.
class ModelledLegend {
public:
    /// Adds a speedup that was modelled for the GPU @p modelled; empty: it was measured.
    void add(const std::string& modelled) {
        if (!modelled.empty()) devices_.insert(modelled);
    }
    /// Returns "~ modelled for h200, not measured"; empty if all were measured.
    [[nodiscard]] std::string text() const;

private:
    std::set<std::string> devices_;
};

} // namespace grader
