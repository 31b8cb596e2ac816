#include "classroom/page/tally.h"

#include <algorithm>
#include <cmath>

namespace grader {

MarkKind kind_of(const Mark& mark) {
    if (!mark.grade.submitted) return MarkKind::missing;
    if (!mark.grade.is_mark()) return MarkKind::not_graded;
    return mark.grade.verdict == Verdict::pass ? MarkKind::passed : MarkKind::failed;
}

double share_of(const Mark& mark) {
    const double share = mark.max_score > 0 ? mark.score / mark.max_score : 0;
    return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
}

std::vector<LabTally> tally_labs(const Book& book) {
    std::vector<LabTally> tallies(book.labs.size());
    std::vector<std::vector<double>> shares(book.labs.size());
    for (const BookStudent& student : book.students)
        for (std::size_t lab = 0; lab < book.labs.size(); ++lab) {
            const Mark& mark = student.marks[lab];
            const MarkKind kind = kind_of(mark);
            LabTally& tally = tallies[lab];
            ++(kind == MarkKind::passed       ? tally.passed
               : kind == MarkKind::failed     ? tally.failed
               : kind == MarkKind::not_graded ? tally.not_graded
                                              : tally.missing);
            if (kind == MarkKind::passed || kind == MarkKind::failed) shares[lab].push_back(share_of(mark));
        }
    // 0.3 / 1 * 10 is slightly less than 3, because points are sums of binary fractions.
    constexpr double rounding = 1e-9;
    for (std::size_t lab = 0; lab < book.labs.size(); ++lab) {
        std::vector<double>& of_lab = shares[lab];
        std::ranges::sort(of_lab);
        for (const double share : of_lab)
            ++tallies[lab]
                  .bins[std::min(static_cast<std::size_t>(share * score_bins + rounding), score_bins - 1)];
        if (of_lab.empty()) continue;
        const std::size_t middle = of_lab.size() / 2;
        tallies[lab].median =
            of_lab.size() % 2 == 1 ? of_lab[middle] : (of_lab[middle - 1] + of_lab[middle]) / 2;
    }
    return tallies;
}

} // namespace grader
