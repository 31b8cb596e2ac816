#include "grading/messages/runs.h"
#include "grading/sentences/tables.h"

namespace grader {

std::span<const kernelsmith::Sentence> runs_sentences() {
    using namespace messages;
    static constexpr kernelsmith::Sentence all[] = {
        {while_the_function_ran, "while the function ran"},
        {after_the_function_returned, "after the function had returned"},
        {before_the_function_was_called, "before the function was called"},
        {crashed, "it crashed {when}: {signal_name} (signal {signal})"},
        {ended_process,
         "it ended the process {when} (exit status {status}); a solution returns to its caller instead"},
        {out_of_host_memory, "it took more than {mib} MiB of host memory and was stopped"},
        {printed_too_much, "it printed more than {kib} KiB and was stopped"},
        {timed_out, "it did not return within {seconds:g} s and was stopped"},
        {all_runs_timed_out, "all its runs together took more than {seconds:g} s, and it was stopped"},
        {did_not_end, "it did not end within {seconds:g} s of its return and was stopped"},
        {closed_channel, "it closed a file descriptor of the grader and was stopped"},
        {wrote_to_channel, "it wrote to a file descriptor of the grader and was stopped"},
        {left_behind, "{why} ({process} was killed, but has not ended, and is left running)"},
        {died_with_output, "{why}\nIt printed: {output}"},
        {undefined_entry,
         "it does not define {entry}; the function must keep the name and signature that lab.h declares"},
        {cannot_be_loaded, "it cannot be loaded: {error}"},
        {tampering, "{text}"},
        {exception, "it threw: {text}"},
        {unchecked_error, "a call failed, and the program did not check its error: {text}"},
        {no_memory_left,
         "out of memory for the buffers of the next call, although a process without this build can allocate "
         "them ({text}): the function must free what it allocates before it returns"},
        {device_fault, "the device reports: {text}"},
        {runner_fault, "{text}"},
        {keeper_failed, "the process that keeps the buffers failed: {why}"},
        {launch_limits, "CUDA rejects a launch that exceeds a limit: a block has 1 to 1024 threads, and at "
                        "most 48 KB of shared memory unless cudaFuncSetAttribute allows more; a grid has at "
                        "least one block, and at most 65535 in y and in z."},
        {check_launches, "A failed launch reports nothing by itself. With CUDA_CHECK_LAUNCH(); after each "
                         "launch, the error names the launch and its line."},
        {happened, "It happened {at}."},
        {when_loaded, "when it was loaded"},
        {printed, "It printed:"},
        {printed_line, "  {text}"},
        {saved_gpu_time, "The simulator found this, so no time on a GPU was spent."},
        {completed, "ran to its end"},
        {all_completed, "ran to the end on all {cases} cases"},
        {only_one_case, "one case was replayed, and nothing else was checked"},
    };
    return all;
}

} // namespace grader
