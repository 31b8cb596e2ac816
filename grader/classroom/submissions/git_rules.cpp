#include "classroom/submissions/git_rules.h"

namespace grader {
namespace {

/// Rejects `reports`, because reports are returned to that branch.
bool is_name_of_branch(const std::string& name) {
    return !name.starts_with('-') && !name.starts_with('/') && !name.ends_with('/') && name != "reports" &&
           name.find_first_of(" ~^:?*[\\") == std::string::npos && name.find("..") == std::string::npos;
}

} // namespace

GitRules read_git_rules(StrictTable table) {
    GitRules rules;
    const std::string take = table.text_or_empty("take");
    if (take == "tags")
        rules.take = GitTake::tags;
    else if (!take.empty() && take != "branch")
        table.report_error("take", "must be \"branch\" or \"tags\"");
    const std::string branch = table.text_or_empty("branch");
    if (!branch.empty() && rules.take == GitTake::tags)
        table.report_error("branch", "has no effect if take is \"tags\"");
    else if (!branch.empty() && !is_name_of_branch(branch))
        table.report_error("branch", "is not a valid name of a branch to submit from");
    else if (!branch.empty())
        rules.branch = branch;
    table.report_unknown_keys();
    return rules;
}

} // namespace grader
