#pragma once

/// @file
/// What was counted of some calls, beside what their problem needs.

#include <map>
#include <string>
#include <vector>

#include "grading/grade/grade.h"
#include "grading/inspect/observation.h"
#include "grading/messages/message.h"
#include "kernelsmith/problem.h"

namespace grader {

/// All launches of some calls of a lab's function, with what the calls are about.
struct CountedRun {
    std::vector<ObservedLaunch> observed;     ///< with their counters
    std::string device;                       ///< the GPU that was modelled: "h200"
    std::vector<CounterDescription> counters; ///< what the counters are, where accesses were asked for
    Counts of_call;                           ///< what belongs to no launch, by the names of call_counter
    double output_bytes = 0;                  ///< of the problem's results
    double data_bytes = 0;                    ///< of its inputs and results
    std::string item;                         ///< what the problem calls one of its items
    std::vector<Launch> launches;             ///< as the runner logged them
    std::vector<std::vector<Launch>> by_call; ///< the same, call by call
    std::vector<std::map<std::string, double>>
        quantities_by_call;        ///< as course/quantity.h names them, call by call
    std::size_t without_lines = 0; ///< launches of whose lines nothing is known
    Message fault;                 ///< why it is not complete, for the student; empty: it is
    Message wrong; ///< of a complete one, what is wrong with the first result that is; empty: all are right
};

/// Adds a call with the buffers @p layout to @p run: its @p launches, and the @p copied_bytes between host and device. What kernels
/// read and write of memory that the host shares counts as copied, too.
void add_call(CountedRun& run, const kernelsmith::Layout& layout, const std::vector<ObservedLaunch>& launches,
              double copied_bytes);

} // namespace grader
