#pragma once

/// @file
/// What can be said would make a call faster: the kinds of remedies, the simulator's for launches and the grader's for the host.

#include <string>
#include <vector>

namespace grader {

/// One kind of remedy.
struct RemedyKind {
    std::string name;  ///< "sectors", as reports of the simulator and `lab.toml` name it
    std::string words; ///< what is to be done: "let neighbouring threads use neighbouring bytes"
};

/// All of them.
const std::vector<RemedyKind>& remedy_kinds();

/// The kind called @p name; null where there is none.
const RemedyKind* remedy_kind(const std::string& name);

} // namespace grader
