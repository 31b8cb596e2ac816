#pragma once

/// @file
/// Where a class's hand-ins come from, and what is kept of them.

#include <filesystem>
#include <string>
#include <vector>

#include "class/folder_hand_ins.h"
#include "class/hand_ins.h"
#include "class/rules.h"

namespace grader {

/// Takes what students hand in. Only the holder of the class's lock may.
class Inbox {
public:
    /// Of the class in @p folder. @p course has to outlive this.
    Inbox(const ClassFolder& folder, const Course& course);

    /// Takes all that is there now: whoever asks for it knows that it is whole, and from when it is.
    void take_all();
    /// Takes what is new and whole, and notes that it was looked for. Those that were taken.
    std::vector<const HandIn*> take_news();

    /// All that was ever taken.
    [[nodiscard]] const HandIns& hand_ins() const { return hand_ins_; }
    /// Who was there at the last look, and what was not taken.
    [[nodiscard]] const Submissions& submissions() const { return folders_.submissions(); }
    /// Where @p student gets reports back: the folder, or the repository. Empty where it was not there at the last look.
    [[nodiscard]] std::filesystem::path place_of(const std::string& student) const;
    /// Of each student and lab that were there at the last look: the last hand-in, or all where the best one is to count.
    [[nodiscard]] std::vector<const HandIn*> present(WhichCounts which) const;

private:
    HandIns hand_ins_;
    FolderHandIns folders_;
};

} // namespace grader
