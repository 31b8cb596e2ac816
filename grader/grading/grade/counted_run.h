#pragma once

/// @file
/// The counts of some calls, with the amount of work that their problem requires.

#include <map>
#include <string>
#include <vector>

#include "grading/grade/grade.h"
#include "grading/inspect/observation.h"
#include "grading/messages/message.h"
#include "kernelsmith/problem.h"

namespace grader {

/// All launches of some calls of a lab's function, with the properties of the calls.
struct CountedRun {
    std::vector<ObservedLaunch> observed; ///< launches with their counters
    std::string device;                   ///< the modelled GPU: "h200"
    /// Descriptions of the counters, if accesses were requested.
    std::vector<CounterDescription> counters;
    Counts of_call;               ///< counters of the calls, not of launches, by the names of call_counter
    double output_bytes = 0;      ///< bytes of the problem's results
    double data_bytes = 0;        ///< bytes of its inputs and results
    std::string item;             ///< the problem's word for one of its items
    std::vector<Launch> launches; ///< launches as the runner recorded them
    std::vector<std::vector<Launch>> by_call; ///< the same launches, call by call
    std::vector<std::map<std::string, double>>
        quantities_by_call;        ///< quantities by their names in course/quantity.h, call by call
    std::size_t without_lines = 0; ///< number of launches without counters for source lines
    Message fault;                 ///< why the run is not complete, for the student; empty: it is complete
    Message wrong; ///< for a complete run, the error in the first wrong result; empty: all are right
};

/// Adds a call with the buffers @p layout to @p run: its @p launches, and the @p copied_bytes between host
/// and device. Accesses of kernels to host-shared memory count as copied, too.
void add_call(CountedRun& run, const kernelsmith::Layout& layout, const std::vector<ObservedLaunch>& launches,
              double copied_bytes);

} // namespace grader
