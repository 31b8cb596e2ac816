#include "grading/messages/counts.h"
#include "grading/sentences/tables.h"

namespace grader {

std::span<const kernelsmith::Sentence> counts_sentences() {
    using namespace messages;
    static constexpr kernelsmith::Sentence all[] = {
        {gate, "{words} {shown} ({bounds})"},
        {gates, "{all}"},
        {gate_advice, "{text} [slides/{lab}.md#{slide}]"},
        {passed_gate, "✔ {gate}"},
        {counted, "Counted: {gates}"},

        {counted_run_did_not_end, "the counted run did not finish"},
        {counted_run_is_wrong, "the result of the counted run is wrong"},
        {not_all_counted, "not all of its launches can be counted"},
        {no_counters, "{kernel} has no counters: {reason}"},
        {kernel_not_counted, "{kernel} cannot be counted"},
        {counter_missing, "The simulator reports no {counter} for it, but one for the baseline's kernels."},
        {too_many_launches, "it launched more kernels than are counted"},
        {it_did, "it {what}"},
        {no_kernel, "it launched no kernel"},

        {kernels_wrote_too_little,
         "the kernels wrote {written:.0f} bytes, but the results have {needed:.0f}"},
        {too_much_copied,
         "{copied:.0f} bytes were copied between host and device, but inputs and results have {data:.0f}"},
        {in_modelled_call, "in the modelled call {what}"},
        {kernels_compute, "The kernels must compute the results from the data on the device and write them "
                          "there. Results that the host computes and copies do not count."},
        {computed_outside_kernels,
         "the kernels do not compute the results, so their modelled times mean nothing"},

        {too_many_shapes, "launched kernels in more than {most} shapes"},
        {share_shapes, "A shape is a kernel with its grid, its block and its shared memory. Let launches "
                       "share shapes: a parameter can tell a kernel how much of its grid has work."},
        {unread_nodes, "launched a graph with {nodes} {nodes|node|nodes} that cannot be inspected"},
        {launch_your_kernels,
         "Conditional nodes, and kernels that another library added to a graph, cannot be inspected. Launch "
         "kernels of your own file, and let the host decide which come next."},
        {no_launch_seen, "launched no kernel that could be detected"},
        {how_launches_are_seen,
         "A kernel is detected if it is launched from the host through the CUDA runtime, before the function "
         "returns: with <<<...>>>, with a function of the runtime, or in a graph."},
        {launched_uncounted, "launched {kernel}, which was never counted"},
        {same_kernels, "The code that is timed must be the code that is inspected: launch the same kernels "
                       "for small and for large sizes."},
        {ran_uncounted_line, "runs {line}, which was never counted"},
        {other_counts, "has {words} {shown} ({bounds}), but the counted one {counted}"},
        {same_code, "The code that is timed must be the code that is inspected: it must not work in another "
                    "way at another size."},
        {timed_run, "the timed run {what}"},
        {modelled_run, "the modelled run {what}"},

        {other_on_gpu, "it behaves differently on the GPU and on the simulator"},
        {wrong_on_gpu, "On the GPU its result is wrong ({sizes}): {why}"},
        {failed_on_gpu, "On the GPU, {why}"},
        {launch_in_shape, "{kernel}{x? with {x} x {y} x {z} threads per block}"},
        {more_on_gpu, "On the GPU it launches {launch}, and on the simulator it does not, or not as often "
                      "({sizes})."},
        {less_on_gpu, "On the simulator it launches {launch}, and on the GPU it does not, or not as often "
                      "({sizes})."},
    };
    return all;
}

} // namespace grader
