#include "grading/messages/speed.h"
#include "grading/sentences/tables.h"
#include "grading/sentences/time_limit.h"

namespace grader {

std::span<const kernelsmith::Sentence> speed_sentences() {
    using namespace messages;
    static constexpr kernelsmith::Sentence all[] = {
        {speedup,
         "{ratio:.2f} times the baseline{model?, modelled for {model}}; {needed:g} times are needed"},
        {speedup_too_close, "{ratio:.2f} times the baseline; {needed:g} times are needed: too close to call, "
                            "which counts as passed"},
        {modelled_too_close,
         "{ratio:.2f} times the baseline, modelled for {model}; {needed:g} times are needed: too close to "
         "call for a model ({low:.2f} to {high:.2f} times), which counts as passed"},

        {wrong_when_timed, "the result is wrong at the timed size, {case}"},
        {failed_when_timed, "at the timed size, {why}"},
        {faster_than_memory, "{ms:.4f} ms is less than this device needs to move the data once ({least:.4f} "
                             "ms), so this time is rejected"},
        {modelled_faster_than_memory, "{ms:.4f} ms is less than this device needs to move the data once "
                                      "({least:.4f} ms), so the model's time is rejected"},
        {smaller_case,
         "Timed on \"{case}\" and not on \"{wanted}\": {device} has too little free memory for that."},
        {held_back, "The GPU was throttled during the timing ({reasons}), between {low} and {high} MHz. "
                    "Baseline and your build are timed in turn, so both were affected."},
        {no_thresholds,
         "this lab has no thresholds for this GPU, and no modelled calls from which they could be "
         "predicted"},
        {predicted_thresholds, "The thresholds of this GPU are predicted from those of the {gpu}, and may be "
                               "wrong by {percent:.0f} %. A "
                               "build within this range of a threshold neither fails nor loses points."},
        {little_gain, "On this GPU the idea of this lab gains only {gain:.2f} times, so code with what "
                      "earlier labs teach passes, too. The step technique checks the idea."},
        {same_shares, "On this card the device's limit is {limit:.1f} times the baseline, and it was "
                      "{recorded_limit:g} times where the thresholds were measured. So the same shares of "
                      "the limit are required: {threshold:.2f} times instead of {recorded:g}."},

        {wrong_elements, "{wrong} of {looked_at} checked elements are wrong; {why}"},
        {wrong_in_turn, "wrong: {why}"},
        {other_output, "it sent something other than its output"},
        {busy_device, "it kept the device busy outside of its calls"},
        {left_process,
         "it leaves a process running that outlives the call; a solution must wait for what it has started"},
        {still_changing, "it reported that it was done while its outputs still changed"},

        {not_measured_here, "the simulator models times and measures none"},
        {no_model_here, "no times are modelled here"},
        {no_modelled_size, "the lab has no size at which its time is modelled ([modelled] in lab.toml)"},
        {the_baseline, "the baseline"},
        {this_build, "this build"},
        {modelled_call_did_not_end, "the modelled call of {program} did not finish: {why}"},
        {wrong_when_modelled, "the result of {program} is wrong at the modelled size: {why}"},
        {kernel_without_time,
         "{kernel} of {program} has no modelled time: {reason}{reason!it was not counted}"},
        {reads_textures, "{kernel} of {program} reads textures, and the model does not know how many bytes "
                         "these move: only a GPU can measure its time"},
        {unrecorded_operations, "{program} issues {operations} more operations to the GPU than are recorded"},
        {no_modelled_launch, "{program} launched no kernel at the modelled size whose time can be modelled"},
        {no_modelled_kernel, "it launches no kernel at the modelled size whose time can be modelled"},
        {too_many_instructions, "it exceeded the instruction limit, {times} times the baseline's "
                                "instructions, and was stopped there"},
        {time_limit, "", time_limit_sentence},
        {part_share, "{part} {share:.2f}"},
    };
    return all;
}

} // namespace grader
