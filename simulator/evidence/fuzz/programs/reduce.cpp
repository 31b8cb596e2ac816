#include "reduce.h"

#include <algorithm>
#include <set>

#include "edits.h"
#include "print.h"

namespace programs {

namespace {

class Reducer {
public:
    Reducer(Program program, const Interesting& interesting)
        : program_(std::move(program)), interesting_(interesting) {}

    Program run() {
        attempt([](Program&) {});
        for (bool smaller = true; smaller;) {
            smaller = false;
            for (const Edit edit : all_edits()) smaller = everywhere(edit) || smaller;
        }
        return std::move(program_);
    }

private:
    // Tries an edit at many places at once first, then at fewer (delta debugging).
    bool everywhere(Edit edit) {
        bool smaller = false;
        for (std::size_t chunk = count(edit); chunk >= 1; chunk /= 2)
            for (std::size_t first = 0; first < count(edit);) {
                const Places places = {first, chunk};
                const bool done = attempt([edit, places](Program& program) { edit(program, places); });
                smaller = done || smaller;
                // The following places have moved up.
                if (!done) first += chunk;
            }
        return smaller;
    }

    std::size_t count(Edit edit) {
        Program copy = program_;
        return edit(copy, {});
    }

    template <class Change> bool attempt(const Change& change) {
        Program candidate = program_;
        change(candidate);
        tidy(candidate);
        if (candidate.steps.empty()) return false;
        // Memoization: different edits may lead to the same program.
        if (!tried_.insert(printed({candidate})).second || !interesting_(candidate)) return false;
        program_ = std::move(candidate);
        return true;
    }

    Program program_;
    const Interesting& interesting_;
    std::set<std::string> tried_;
};

} // namespace

Program reduced(Program program, const Interesting& interesting) {
    return Reducer(std::move(program), interesting).run();
}

} // namespace programs
