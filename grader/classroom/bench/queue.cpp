#include "classroom/bench/queue.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "base/errors.h"

namespace grader::drain {
namespace {

/// Numbers of hand-ins, the lowest first.
using Line = std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>>;

/// What happens to a hand-in at a moment.
struct Moment {
    enum class What { arrives, is_checked, is_timed };
    double at = 0;
    What what = What::arrives;
    std::size_t number = 0;

    bool operator>(const Moment& other) const { return at > other.at; }
};

/// A machine that grades.
class Machine {
public:
    Machine(const std::vector<Arrival>& arrivals, const Hands& hands)
        : arrivals_(arrivals), passages_(arrivals.size()), free_(hands) {
        for (std::size_t i = 0; i < arrivals.size(); ++i)
            moments_.push({arrivals[i].at, Moment::What::arrives, i});
    }

    /// Works until all are graded.
    std::vector<Passage> work() {
        while (!moments_.empty()) {
            const double now = moments_.top().at;
            // All that happens at once is seen before anybody chooses.
            for (; !moments_.empty() && moments_.top().at <= now; moments_.pop()) take_note(moments_.top());
            hand_out(now);
        }
        return std::move(passages_);
    }

private:
    void take_note(const Moment& moment) {
        Passage& passage = passages_[moment.number];
        switch (moment.what) {
            case Moment::What::arrives: to_check_.push(moment.number); break;
            case Moment::What::is_checked:
                ++free_.checkers;
                passage.checked = passage.graded = moment.at;
                if (arrivals_[moment.number].takes.timing) to_time_.push(moment.number);
                break;
            case Moment::What::is_timed:
                ++free_.timers;
                passage.graded = moment.at;
                break;
        }
    }

    void hand_out(double now) {
        for (; free_.checkers > 0 && !to_check_.empty(); --free_.checkers, to_check_.pop()) {
            const std::size_t number = to_check_.top();
            passages_[number].check_begins = now;
            moments_.push({now + arrivals_[number].takes.check, Moment::What::is_checked, number});
        }
        for (; free_.timers > 0 && !to_time_.empty(); --free_.timers, to_time_.pop()) {
            const std::size_t number = to_time_.top();
            passages_[number].time_begins = now;
            moments_.push({now + arrivals_[number].takes.timing->seconds, Moment::What::is_timed, number});
        }
    }

    const std::vector<Arrival>& arrivals_;
    std::vector<Passage> passages_;
    Hands free_;
    Line to_check_;
    Line to_time_;
    std::priority_queue<Moment, std::vector<Moment>, std::greater<>> moments_;
};

} // namespace

std::vector<Passage> pass(const std::vector<Arrival>& arrivals, const Hands& hands) {
    const bool timed = std::any_of(arrivals.begin(), arrivals.end(),
                                   [](const Arrival& one) { return one.takes.timing.has_value(); });
    if (hands.checkers == 0 || (timed && hands.timers == 0))
        throw UsageError("Nobody is there to grade: name at least one core, and one GPU.");
    return Machine(arrivals, hands).work();
}

} // namespace grader::drain
