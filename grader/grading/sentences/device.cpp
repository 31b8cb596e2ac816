#include "grading/messages/device.h"
#include "grading/sentences/tables.h"

namespace grader {

std::span<const kernelsmith::Sentence> device_sentences() {
    using namespace messages;
    static constexpr kernelsmith::Sentence all[] = {
        {no_gpu, "there is no NVIDIA GPU on this machine"},
        {no_usable_gpu, "there is an NVIDIA driver, but no GPU that CUDA can use"},
        {old_driver, "the NVIDIA driver is older than CUDA {cuda} needs; update the driver, or install the "
                     "toolkit that belongs to it"},
        {gpu_not_responding, "the GPU does not respond: {why}"},
        {runner_did_not_start, "the runner did not start ({program}): {why}"},
        {runner_not_simulated, "the runner did not start on the simulator ({program}): {why}"},
        {no_simulator, "Nothing can be checked or counted here: {reason}"},
        {simulator_does_not_run, "the simulator does not run: {why}"},
        {runner_ended_early, "a runner ended before a build was loaded: {why}"},
        {little_free_memory, "{device} has too little free memory: {why}"},
        {failed_before_the_call, "{device} failed before the function was called: {why}"},
        {baseline_does_not_run, "the baseline does not run on this device: {why}"},
        {no_time_here, "{program} could not be timed here: {why}"},
        {baseline_is_wrong, "the baseline itself is wrong on this device: {why}"},
        {no_time_model, "the simulator has no time model of the {device}; it has those of {known}"},
        {simulator_not_built,
         "the simulator is not built, {part} is missing; build it: cmake --build --preset "
         "student --target grading"},
        {unknown_model, "the simulator does not model {device}: {why}"},
    };
    return all;
}

} // namespace grader
