// The exact sentence of each kind of message.

#include "grading/sentences/sentence.h"

#include <filesystem>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "finding_messages/access_messages.h"
#include "finding_messages/memory_messages.h"
#include "grading/messages/builds.h"
#include "grading/messages/clean.h"
#include "grading/messages/counts.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"
#include "grading/messages/results.h"
#include "grading/messages/runs.h"
#include "grading/messages/shape.h"
#include "grading/messages/speed.h"
#include "grading/runner_client/runner_fault.h"
#include "testing/facts.h"
#include "testing/harness.h"

// In this namespace, so that other tests' names do not hide those of kinds.
namespace grader::messages {
namespace {

namespace fs = std::filesystem;

/// A message and its sentence.
struct Said {
    Message message;
    std::string text;
};

const Message on_odd(on_case, {{"case", "odd"}, {"sizes", "n 33"}});

const std::vector<Said> common_sentences_said = {
    {verbatim("as it {came} 100 %"), "as it {came} 100 %"},
    {{waits_for, {{"step", "correct"}}}, "waits for correct"},
    {on_odd, "on \"odd\" (n 33)"},
    {{with_sizes, {{"what", verbatim("it is wrong")}, {"sizes", "n 33"}}}, "it is wrong (n 33)"},
};

const std::vector<Said> builds_said = {
    {not_submitted, "not submitted"},
    {{not_submitted, {{"instead", "a folder old"}}},
     "not submitted: found a folder old in place of student.cu"},
    {{no_source, {{"file", "student.cu"}}}, "there is no student.cu"},
    {not_a_source, "this is not a source file of at most 1 MiB"},
    {{unreadable_source, {{"error", "Permission denied"}}}, "it cannot be read: Permission denied"},
    {compiles, "compiles"},
    {compiles_with_warnings, "compiles, with warnings"},
    {does_not_compile, "it does not compile; the compiler reports"},
    {did_not_compile, "it does not compile"},
    {no_build, "does not compile"},
    {compiler_timed_out, "the compiler did not finish in time and was stopped"},
    {{compiler_out_of_memory, {{"gib", 4.0}}}, "the compiler took more than 4 GiB of memory and was stopped"},
    {{failed_static_assertion, {{"text", "student.cu(3): error: static assertion failed"}}},
     "student.cu(3): error: static assertion failed"},
    {needs_newer_gpu,
     "The course is compiled for every GPU from compute capability 8.0 on, and the simulator "
     "interprets that code. Clusters, distributed shared memory and bulk copies need 9.0, so "
     "a lab cannot use them; cooperative groups up to the grid, cp.async and cuda::barrier "
     "work."},
    {{forbidden_library, {{"library", "cublas"}, {"how", "the build asks for cublasSscal_v2"}}},
     "cublas is not allowed in this lab: the build asks for cublasSscal_v2"},
    {unknown_includes, "the libraries that it includes cannot be determined: the list of all files that the "
                       "compiler has read is longer than 4 MiB"},
    {{unreadable_build, {{"error", "it is not a shared object"}}},
     "the compiled file cannot be read: it is not a shared object"},
    {{unusual_import, {{"import", "syscall"}}}, "the build imports syscall, which a strict grade rejects"},
    {allowed_imports,
     "Through it, a program can call functions that no list names, and launch kernels past the CUDA runtime, "
     "where launches are counted. Some classes of the standard library import syscall: std::jthread, "
     "std::stop_token, std::latch, std::barrier, semaphores, and waiting for a std::atomic. std::thread, a "
     "mutex and a condition variable do not."},
    {skeleton_unchanged,
     "All TODO regions are unchanged from the starter code. Until you change one, the file earns no points."},
};

const std::vector<Said> runs_said = {
    {while_the_function_ran, "while the function ran"},
    {after_the_function_returned, "after the function had returned"},
    {before_the_function_was_called, "before the function was called"},
    {{crashed,
      {{"when", Message(while_the_function_ran)}, {"signal_name", "Segmentation fault"}, {"signal", 11}}},
     "it crashed while the function ran: Segmentation fault (signal 11)"},
    {{crashed,
      {{"when", Message(before_the_function_was_called)}, {"signal_name", "Aborted"}, {"signal", 6}}},
     "it crashed before the function was called: Aborted (signal 6)"},
    {{ended_process, {{"when", Message(while_the_function_ran)}, {"status", 3}}},
     "it ended the process while the function ran (exit status 3); a solution returns to its caller instead"},
    {{out_of_host_memory, {{"mib", 256}}}, "it took more than 256 MiB of host memory and was stopped"},
    {{printed_too_much, {{"kib", 64}}}, "it printed more than 64 KiB and was stopped"},
    {{timed_out, {{"seconds", 0.5}}}, "it did not return within 0.5 s and was stopped"},
    {{timed_out, {{"seconds", 4.0}}}, "it did not return within 4 s and was stopped"},
    {{all_runs_timed_out, {{"seconds", 1.0}}},
     "all its runs together took more than 1 s, and it was stopped"},
    {{did_not_end, {{"seconds", 0.5}}}, "it did not end within 0.5 s of its return and was stopped"},
    {closed_channel, "it closed a file descriptor of the grader and was stopped"},
    {wrote_to_channel, "it wrote to a file descriptor of the grader and was stopped"},
    {{left_behind, {{"why", Message(closed_channel)}, {"process", "process 12 (runner)"}}},
     "it closed a file descriptor of the grader and was stopped (process 12 (runner) was killed, but has not "
     "ended, and is left running)"},
    {{died_with_output, {{"why", Message(closed_channel)}, {"output", "no such device"}}},
     "it closed a file descriptor of the grader and was stopped\nIt printed: no such device"},
    {{undefined_entry, {{"entry", "scale"}}},
     "it does not define scale; the function must keep the name and signature that lab.h declares"},
    {{cannot_be_loaded, {{"error", "undefined symbol: f"}}}, "it cannot be loaded: undefined symbol: f"},
    {{tampering, {{"text", "it left a thread running"}}}, "it left a thread running"},
    {{exception, {{"text", "out of ideas"}}}, "it threw: out of ideas"},
    {{unchecked_error, {{"text", "invalid argument (cudaErrorInvalidValue)"}}},
     "a call failed, and the program did not check its error: invalid argument (cudaErrorInvalidValue)"},
    {{no_memory_left, {{"text", "out of memory"}}},
     "out of memory for the buffers of the next call, although a process without this build can allocate "
     "them (out of "
     "memory): the function must free what it allocates before it returns"},
    {{device_fault, {{"text", "an illegal memory access"}}}, "the device reports: an illegal memory access"},
    {{runner_fault, {{"text", "there is no buffer 5"}}}, "there is no buffer 5"},
    {{keeper_failed, {{"why", Message(closed_channel)}}},
     "the process that keeps the buffers failed: it closed a file descriptor of the grader and was stopped"},
    {launch_limits, "CUDA rejects a launch that exceeds a limit: a block has 1 to 1024 threads, and at most "
                    "48 KB of shared memory unless cudaFuncSetAttribute allows more; a grid has at least one "
                    "block, and at most 65535 in y and in z."},
    {check_launches, "A failed launch reports nothing by itself. With CUDA_CHECK_LAUNCH(); after each "
                     "launch, the error names the launch and its line."},
    {{happened, {{"at", on_odd}}}, "It happened on \"odd\" (n 33)."},
    {{happened, {{"at", Message(when_loaded)}}}, "It happened when it was loaded."},
    {when_loaded, "when it was loaded"},
    {printed, "It printed:"},
    {{printed_line, {{"text", "here"}}}, "  here"},
    {saved_gpu_time, "The simulator found this, so no time on a GPU was spent."},
    {completed, "ran to its end"},
    {{all_completed, {{"cases", 4}}}, "ran to the end on all 4 cases"},
    {only_one_case, "one case was replayed, and nothing else was checked"},
};

const Message edge(check_edges);
const std::string at_the_edge =
    "A tile or block is seldom full there. Look at what is done at the edge: which threads stop, and what is "
    "read in place of elements that do not exist?";

const std::vector<Said> results_said = {
    {{case_is_right, {{"at", on_odd}}}, "it is right on \"odd\" (n 33)"},
    {{cases_are_right, {{"cases", 4}}}, "all 4 cases are right"},
    {{case_is_wrong, {{"at", on_odd}}}, "it is wrong on \"odd\" (n 33)"},
    {{cases_are_wrong, {{"wrong", 1}, {"cases", 4}, {"at", on_odd}}},
     "1 of 4 cases is wrong; first on \"odd\" (n 33)"},
    {{cases_are_wrong, {{"wrong", 3}, {"cases", 4}, {"at", on_odd}}},
     "3 of 4 cases are wrong; first on \"odd\" (n 33)"},
    {{only_placeholders, {{"tasks", "TODO(1)"}}},
     "Only lines marked `// replace` are in TODO(1) so far: this alone may make a result wrong."},
    {{outside_its_buffer, {{"behind", 12}, {"buffer", "out"}}},
     "it wrote out of bounds: up to 12 bytes past the end of \"out\""},
    {{outside_its_buffer, {{"before", 8}, {"buffer", "out"}}},
     "it wrote out of bounds: up to 8 bytes before the start of \"out\""},
    {{outside_its_buffer, {{"before", 8}, {"behind", 4}, {"buffer", "out"}}},
     "it wrote out of bounds: up to 8 bytes before the start and up to 4 bytes past the end of "
     "\"out\""},
    {check_the_index, "An index is out of bounds. Does every thread compare its own index with the size "
                      "before it writes, in every dimension?"},
    {{changed_input, {{"buffer", "in"}}}, "it changed its input \"in\""},
    {inputs_stay, "An input must stay unchanged; results go to the output."},
    {{differ, {{"wrong", 1}, {"elements", 1}, {"buffer", "out"}}}, "1 of 1 elements of \"out\" differ"},
    {{never_written, {{"wrong", 7}, {"elements", 9}, {"buffer", "out"}}},
     "7 of 9 elements of \"out\" were never written"},
    {{not_finite, {{"wrong", 7}, {"elements", 9}, {"buffer", "out"}}},
     "7 of 9 elements of \"out\" are not a number"},
    {{diagnosis, {{"name", "transposed"}, {"text", "This is the transposed matrix."}}},
     "This is the transposed matrix."},
    {varies, "A second call with the same inputs computed another result: some threads use what others have "
             "not finished (a data race), or uninitialized memory. Usually a barrier is missing: "
             "__syncthreads() between writing and reading, and again before the next write."},
    {{mismatch, {{"place", "row 0, column 3"}, {"expected", "1.5"}, {"got", "2.5"}}},
     "row 0, column 3          expected 1.5            got 2.5"},
    {{mismatch, {{"place", "element 100000000000000000"}, {"expected", "3567792531"}}},
     "element 100000000000000000 expected 3567792531     got never written"},
    {{more_mismatches, {{"more", 12}}}, "... and 12 more"},

    {none_written, "Not one element was written. Did the kernel launch? An unchecked launch fails silently: "
                   "check it with CUDA_CHECK_LAUNCH()."},
    {none_written_by_kernel,
     "Not one element was written. The kernel ran, and no thread wrote an element: is "
     "there a condition that no thread meets?"},
    {none_written_but_right,
     "Not one element was written; those that are right were there before, by chance. Did the kernel launch? "
     "An unchecked launch fails silently: check it with CUDA_CHECK_LAUNCH()."},
    {none_written_by_kernel_but_right,
     "Not one element was written; those that are right were there before, by chance. The kernel ran, and no "
     "thread wrote an element: is there a condition that no thread meets?"},
    {rest_not_visited,
     "The elements that were written are right; the rest was never visited. Do the indices of all threads "
     "together cover every element, or do several threads write the same one?"},
    {{blocks_share_work, {{"elements", 32}, {"blocks", 4}}},
     "The first 32 elements are right, and no other was written: a block has 32 threads, and there were 4 "
     "blocks. Did all of them write the same elements? The index of a thread needs the number of its block, "
     "blockIdx, too."},
    {{tail_of_small_grid, {{"place", "element 95"}}},
     "Everything is right up to element 95 and never written from there to the end: the tail that does not "
     "fill a block, or a grid that is too small. Does the grid cover everything, even if the sizes are not a "
     "multiple of a block?"},
    {{tail_of_block, {{"place", "row 5, column 2"}}},
     "Everything is right up to row 5, column 2 and never written from there to the end: usually the tail "
     "that does not fill a block or a vector. Which thread has the last element, and does it stop too "
     "early?"},

    {{some_not_finite, {{"elements", 15}}},
     "15 of them are not a number or infinite: a root or logarithm of a negative number, a division by 0, or "
     "uninitialized memory."},
    {{lost_precision, {{"error", 5.04}}},
     "The largest error is only 5.0 times the allowed error: this looks like lost precision (fast "
     "intrinsics, another order of operations), not like a wrong index."},
    {{shifted_forward, {{"unit", "row"}}},
     "Each row holds what belongs in the row before it: everything is shifted by one. Usually an index is "
     "one "
     "too large where the result is stored, or one too small where an input is read."},
    {{shifted_back, {{"unit", "element"}}},
     "Each element holds what belongs in the element after it: everything is shifted by one. Usually an "
     "index "
     "is one too small where the result is stored, or one too large where an input is read."},
    {{transposed_tiles, {{"side", 16}}},
     "Each tile of 16 by 16 is in its place, and transposed inside: rows and columns of a tile are "
     "exchanged. "
     "Usually threadIdx.x and threadIdx.y, or the two indices of the tile in shared memory, are exchanged "
     "where it is read or where it is written."},

    {{only_first_block, {{"elements", 256}, {"advice", Message(index_without_block)}}},
     "Only the first 256 elements are right, no more than one block has threads: only one block's work was "
     "done. "
     "Usually blockIdx is missing from an index: all blocks then do the work of the first."},
    {{only_first_tile, {{"rows", 16}, {"columns", 8}, {"advice", Message(one_block_or_index)}}},
     "Only the first 16 rows and 8 columns are right, a corner as large as one block's tile: only one "
     "block's work was done. Usually the grid has one block, or blockIdx is missing from an index."},
    {one_block_or_index, "Usually the grid has one block, or blockIdx is missing from an index."},
    {index_without_block,
     "Usually blockIdx is missing from an index: all blocks then do the work of the first."},
    {{one_lane, {{"nth", "32nd"}, {"unit", "element"}, {"first", 31}}},
     "Every 32nd element is wrong, from element 31 on. One lane of each warp behaves differently from the "
     "others: does the code treat the first or the last lane separately?"},
    {{one_thread_of_block, {{"nth", "128th"}, {"unit", "column"}, {"first", 0}}},
     "Every 128th column is wrong, from column 0 on. One thread per block, or per few warps, behaves "
     "differently from the others: check the first and the last thread of a block."},
    {{one_of_a_part, {{"nth", "3rd"}, {"unit", "row"}, {"first", 1}}},
     "Every 3rd row is wrong, from row 1 on. This is the distance between the first elements of consecutive "
     "threads or loop iterations: check the first and the last element of each range."},
    {{only_even, {{"units", "rows"}}}, "Only even rows are wrong."},
    {{only_odd, {{"units", "columns"}}}, "Only odd columns are wrong."},
    {{only_modulo_4, {{"units", "columns"}, {"unit", "column"}, {"remainders", "1, 2 or 3"}}},
     "Only columns with column % 4 = 1, 2 or 3 are wrong."},
    {edge, at_the_edge},
    {{last_elements, {{"elements", 104}, {"first", 896}, {"advice", edge}}},
     "Only the last 104 elements are partly wrong, from element 896 on. " + at_the_edge},
    {{last_tile, {{"row", 48}, {"column", 64}, {"advice", edge}}},
     "Only the last tile has wrong elements, from row 48 and column 64 on. " + at_the_edge},
    {{last_rows, {{"row", 48}, {"advice", edge}}},
     "Only the last rows have wrong elements, from row 48 on. " + at_the_edge},
    {{last_columns, {{"column", 64}, {"advice", edge}}},
     "Only the last columns have wrong elements, from column 64 on. " + at_the_edge},
    {{last_rows_and_columns, {{"advice", edge}}},
     "Only the last rows and the last columns have wrong elements. " + at_the_edge},
    {{one_row, {{"row", 2}, {"rows", 6}}}, "All wrong elements are in row 2 of 6."},
    {{one_column, {{"column", 0}, {"columns", 10}}}, "All wrong elements are in column 0 of 10."},
};

const Message
    past_the_end_of_out(kernelsmith::access_messages::past_the_end,
                        {{"access", Message(kernelsmith::access_messages::writes, {{"bytes", 4}})}});

Message behind_out() {
    using namespace kernelsmith::memory_messages;
    return {right_after, {{"memory", Message(buffer, {{"bytes", 20}, {"name", "out"}})}}};
}

const std::vector<Said> clean_said = {
    {{nothing_found, {{"sizes", 1}}}, "no findings, checked at 1 size"},
    {{nothing_found, {{"sizes", 2}}}, "no findings, checked at 2 sizes"},
    {{only_remarks, {{"remarks", 1}, {"sizes", 1}}}, "1 remark and no error, checked at 1 size"},
    {{only_remarks, {{"remarks", 2}, {"sizes", 2}}}, "2 remarks and no error, checked at 2 sizes"},
    {{found, {{"finding", "shared_race"}, {"place", "student.cu:41"}, {"at", on_odd}}},
     "shared race in student.cu:41 on \"odd\" (n 33)"},
    {{found, {{"finding", "leak"}, {"at", on_odd}}}, "leak on \"odd\" (n 33)"},
    {{check_did_not_end, {{"at", on_odd}}}, "the check did not finish on \"odd\" (n 33)"},
    {{wrong_when_checked, {{"at", on_odd}, {"why", verbatim("all of it")}}},
     "the result is wrong on \"odd\" (n 33): all of it"},
    {no_report, "it wrote no report"},
    {{simulator_saw, {{"case", "odd"}, {"sizes", "n 33"}}},
     "The simulator checked every access (on \"odd\", n 33) and found:"},
    {{finding, {{"finding", "out_of_bounds"}, {"what", past_the_end_of_out}}},
     "out of bounds: writes 4 bytes past the end of an allocation"},
    {{finding,
      {{"finding", "out_of_bounds"},
       {"place", "student.cu:9"},
       {"what", past_the_end_of_out},
       {"more", std::vector{Message(in_kernel, {{"kernel", "scale_all"}}), Message(times, {{"count", 3}})}},
       {"line", 9},
       {"source", "out[i] = 0;"},
       {"where", behind_out()},
       {"other_place", "lab.h:3"},
       {"other", verbatim("written by thread (1, 0, 0)")},
       {"advice", verbatim("Compare the index with n.")},
       {"page", "docs/findings/out_of_bounds.md"}}},
     "student.cu:9: out of bounds: writes 4 bytes past the end of an allocation (kernel scale_all, 3 "
     "times)\n"
     "  9 | out[i] = 0;\n"
     "  right after the 20 bytes of \"out\"\n"
     "  lab.h:3 written by thread (1, 0, 0)\n"
     "  Compare the index with n.\n"
     "  More: docs/findings/out_of_bounds.md"},
    {{finding, {{"finding", "leak"}, {"what", verbatim("it leaks")}, {"task", 2}}},
     "leak: it leaks\n  That is the placeholder of TODO(2), marked `// replace`. Write that task first."},
    {{in_kernel, {{"kernel", "scale_all"}}}, "kernel scale_all"},
    {{times, {{"count", 992}}}, "992 times"},
    {same_index, "These threads have the same index, so no thread is left for other elements."},
    {{checked_counted_size, {{"line", "student.cu:9"}}},
     "It was checked at this size, too, because student.cu:9 does not run in this way at any smaller size."},
    {{checked_modelled_size, {{"line", "student.cu:9"}}},
     "It was checked at the modelled size, too, because student.cu:9 does not run in this way at any smaller "
     "size."},
};

Message gate_of(const char* words, const char* shown, const char* bounds) {
    return {gate, {{"words", words}, {"shown", shown}, {"bounds", bounds}}};
}

const Message occupancy_gate = gate_of("theoretical occupancy", "75 %", "at least 75 %");

Message launch_of_tile() { return {launch_in_shape, {{"kernel", "tile"}, {"x", 128}, {"y", 2}, {"z", 1}}}; }

const std::vector<Said> counts_said = {
    {occupancy_gate, "theoretical occupancy 75 % (at least 75 %)"},
    {{gates,
      {{"all", std::vector{gate_of("sectors per 128 bytes", "32", "at most 4.1"),
                           gate_of("bytes moved per byte", "8", "at least 0.9 and at most 1.1"),
                           gate_of("bytes in flight per SM", "8192", "at least 12000")}}}},
     "sectors per 128 bytes 32 (at most 4.1), bytes moved per byte 8 (at least 0.9 and at most 1.1), "
     "bytes in flight per SM 8192 (at least 12000)"},
    {{gate_advice, {{"text", "far off"}, {"lab", "50_fixture"}, {"slide", "atomics"}}},
     "far off [slides/50_fixture.md#atomics]"},
    {{passed_gate, {{"gate", occupancy_gate}}}, "✔ theoretical occupancy 75 % (at least 75 %)"},
    {{counted, {{"gates", Message(gates, {{"all", occupancy_gate}})}}},
     "Counted: theoretical occupancy 75 % (at least 75 %)"},

    {counted_run_did_not_end, "the counted run did not finish"},
    {counted_run_is_wrong, "the result of the counted run is wrong"},
    {not_all_counted, "not all of its launches can be counted"},
    {{no_counters, {{"kernel", "tile"}, {"reason", "it was stopped"}}},
     "tile has no counters: it was stopped"},
    {{kernel_not_counted, {{"kernel", "tile"}}}, "tile cannot be counted"},
    {{counter_missing, {{"counter", "registers"}}},
     "The simulator reports no registers for it, but one for the baseline's kernels."},
    {too_many_launches, "it launched more kernels than are counted"},
    {{it_did, {{"what", Message(no_launch_seen)}}}, "it launched no kernel that could be detected"},
    {no_kernel, "it launched no kernel"},

    {{kernels_wrote_too_little, {{"written", 980.0}, {"needed", 1000.0}}},
     "the kernels wrote 980 bytes, but the results have 1000"},
    {{too_much_copied, {{"copied", 201.0}, {"data", 2000.0}}},
     "201 bytes were copied between host and device, but inputs and results have 2000"},
    {{in_modelled_call, {{"what", Message(kernels_wrote_too_little, {{"written", 1e10}, {"needed", 2e10}})}}},
     "in the modelled call the kernels wrote 10000000000 bytes, but the results have 20000000000"},
    {kernels_compute, "The kernels must compute the results from the data on the device and write them "
                      "there. Results that the host computes and copies do not count."},
    {computed_outside_kernels,
     "the kernels do not compute the results, so their modelled times mean nothing"},

    {{too_many_shapes, {{"most", 8192}}}, "launched kernels in more than 8192 shapes"},
    {share_shapes, "A shape is a kernel with its grid, its block and its shared memory. Let launches share "
                   "shapes: a parameter can tell a kernel how much of its grid has work."},
    {{unread_nodes, {{"nodes", 1}}}, "launched a graph with 1 node that cannot be inspected"},
    {{unread_nodes, {{"nodes", 2}}}, "launched a graph with 2 nodes that cannot be inspected"},
    {launch_your_kernels,
     "Conditional nodes, and kernels that another library added to a graph, cannot be inspected. Launch "
     "kernels of your own file, and let the host decide which come next."},
    {no_launch_seen, "launched no kernel that could be detected"},
    {how_launches_are_seen,
     "A kernel is detected if it is launched from the host through the CUDA runtime, before the function "
     "returns: with <<<...>>>, with a function of the runtime, or in a graph."},
    {{launched_uncounted, {{"kernel", "other"}}}, "launched other, which was never counted"},
    {same_kernels, "The code that is timed must be the code that is inspected: launch the same kernels for "
                   "small and for large sizes."},
    {{ran_uncounted_line, {{"line", "student.cu:11"}}}, "runs student.cu:11, which was never counted"},
    {{other_counts,
      {{"words", "bytes in flight per SM"},
       {"shown", "8000"},
       {"bounds", "at least 12000"},
       {"counted", "24000"}}},
     "has bytes in flight per SM 8000 (at least 12000), but the counted one 24000"},
    {same_code, "The code that is timed must be the code that is inspected: it must not work in another way "
                "at another size."},
    {{timed_run, {{"what", Message(launched_uncounted, {{"kernel", "other"}})}}},
     "the timed run launched other, which was never counted"},
    {{modelled_run, {{"what", Message(no_launch_seen)}}},
     "the modelled run launched no kernel that could be detected"},

    {other_on_gpu, "it behaves differently on the GPU and on the simulator"},
    {{wrong_on_gpu, {{"sizes", "n 33"}, {"why", verbatim("all differ")}}},
     "On the GPU its result is wrong (n 33): all differ"},
    {{failed_on_gpu, {{"why", Message(closed_channel)}}},
     "On the GPU, it closed a file descriptor of the grader and was stopped"},
    {launch_of_tile(), "tile with 128 x 2 x 1 threads per block"},
    {{launch_in_shape, {{"kernel", "tile"}}}, "tile"},
    {{more_on_gpu, {{"launch", launch_of_tile()}, {"sizes", "n 33"}}},
     "On the GPU it launches tile with 128 x 2 x 1 threads per block, and on the simulator it does not, or "
     "not "
     "as often (n 33)."},
    {{less_on_gpu, {{"launch", Message(launch_in_shape, {{"kernel", "tile"}})}, {"sizes", "n 33"}}},
     "On the simulator it launches tile, and on the GPU it does not, or not as often (n 33)."},
};

const Message baseline(the_baseline);

const std::vector<Said> speed_said = {
    {{speedup, {{"ratio", 2.138}, {"needed", 6.0}}}, "2.14 times the baseline; 6 times are needed"},
    {{speedup, {{"ratio", 9.48}, {"needed", 6.5}, {"model", "h200"}}},
     "9.48 times the baseline, modelled for h200; 6.5 times are needed"},
    {{speedup_too_close, {{"ratio", 6.0}, {"needed", 6.0}}},
     "6.00 times the baseline; 6 times are needed: too close to call, which counts as passed"},
    {{modelled_too_close, {{"ratio", 6.1}, {"needed", 6}, {"model", "h200"}, {"low", 4.69}, {"high", 7.93}}},
     "6.10 times the baseline, modelled for h200; 6 times are needed: too close to call for a model (4.69 to "
     "7.93 times), which counts as passed"},
    {no_thresholds,
     "this lab has no thresholds for this GPU, and no modelled calls from which they could be predicted"},
    {{predicted_thresholds, {{"gpu", "a100"}, {"percent", 12.4}}},
     "The thresholds of this GPU are predicted from those of the a100, and may be wrong by 12 %. A build "
     "within this "
     "range of a threshold neither fails nor loses points."},

    {{wrong_when_timed, {{"case", "a million"}}}, "the result is wrong at the timed size, a million"},
    {{failed_when_timed, {{"why", Message(closed_channel)}}},
     "at the timed size, it closed a file descriptor of the grader and was stopped"},
    {{faster_than_memory, {{"ms", 0.00125}, {"least", 0.5}}},
     "0.0013 ms is less than this device needs to move the data once (0.5000 ms), so this time is rejected"},
    {{modelled_faster_than_memory, {{"ms", 0.0012}, {"least", 0.5}}},
     "0.0012 ms is less than this device needs to move the data once (0.5000 ms), so the model's time is "
     "rejected"},
    {{smaller_case, {{"case", "a small one"}, {"wanted", "a million"}, {"device", "host"}}},
     "Timed on \"a small one\" and not on \"a million\": host has too little free memory for that."},
    {{held_back, {{"reasons", "power cap"}, {"low", 1500}, {"high", 1980}}},
     "The GPU was throttled during the timing (power cap), between 1500 and 1980 MHz. Baseline and your "
     "build are timed in turn, so both were affected."},
    {{little_gain, {{"gain", 1.204}}},
     "On this GPU the idea of this lab gains only 1.20 times, so code with what earlier labs teach passes, "
     "too. The step technique checks the idea."},
    {{same_shares, {{"limit", 10.82}, {"recorded_limit", 12.4}, {"threshold", 9.336}, {"recorded", 10.7}}},
     "On this card the device's limit is 10.8 times the baseline, and it was 12.4 times where the thresholds "
     "were measured. So the same shares of the limit are required: 9.34 times instead of 10.7."},

    {{wrong_elements, {{"wrong", 5}, {"looked_at", 64}, {"why", verbatim("the first is 0")}}},
     "5 of 64 checked elements are wrong; the first is 0"},
    {{wrong_in_turn, {{"why", Message(other_output)}}}, "wrong: it sent something other than its output"},
    {other_output, "it sent something other than its output"},
    {busy_device, "it kept the device busy outside of its calls"},
    {left_process,
     "it leaves a process running that outlives the call; a solution must wait for what it has started"},
    {still_changing, "it reported that it was done while its outputs still changed"},

    {not_measured_here, "the simulator models times and measures none"},
    {no_model_here, "no times are modelled here"},
    {no_modelled_size, "the lab has no size at which its time is modelled ([modelled] in lab.toml)"},
    {baseline, "the baseline"},
    {this_build, "this build"},
    {{modelled_call_did_not_end, {{"program", baseline}, {"why", Message(no_report)}}},
     "the modelled call of the baseline did not finish: it wrote no report"},
    {{wrong_when_modelled, {{"program", Message(this_build)}, {"why", verbatim("all differ")}}},
     "the result of this build is wrong at the modelled size: all differ"},
    {{kernel_without_time, {{"kernel", "tile"}, {"program", baseline}}},
     "tile of the baseline has no modelled time: it was not counted"},
    {{kernel_without_time, {{"kernel", "tile"}, {"program", baseline}, {"reason", "it was stopped"}}},
     "tile of the baseline has no modelled time: it was stopped"},
    {{reads_textures, {{"kernel", "tile"}, {"program", baseline}}},
     "tile of the baseline reads textures, and the model does not know how many bytes these move: only a GPU "
     "can measure its time"},
    {{unrecorded_operations, {{"program", baseline}, {"operations", 3}}},
     "the baseline issues 3 more operations to the GPU than are recorded"},
    {{no_modelled_launch, {{"program", baseline}}},
     "the baseline launched no kernel at the modelled size whose time can be modelled"},
    {no_modelled_kernel, "it launches no kernel at the modelled size whose time can be modelled"},
    {{too_many_instructions, {{"times", 8}}},
     "it exceeded the instruction limit, 8 times the baseline's instructions, and was stopped there"},
    {{time_limit, {{"kernel", "tile"}, {"parts", Message(part_share, {{"part", "l2"}, {"share", 0.71}})}}},
     "The model says that the L2 cache is busy for 71 % of the time of tile. For the rest, its warps wait "
     "for memory, for results or at barriers."},
    {{part_share, {{"part", "l2"}, {"share", 0.714}}}, "l2 0.71"},
};

const std::vector<Said> device_said = {
    {no_gpu, "there is no NVIDIA GPU on this machine"},
    {no_usable_gpu, "there is an NVIDIA driver, but no GPU that CUDA can use"},
    {{old_driver, {{"cuda", "13.0"}}},
     "the NVIDIA driver is older than CUDA 13.0 needs; update the driver, or install the toolkit that "
     "belongs "
     "to it"},
    {{gpu_not_responding, {{"why", verbatim("unknown error")}}}, "the GPU does not respond: unknown error"},
    {{runner_did_not_start, {{"program", "/bin/runner"}, {"why", Message(closed_channel)}}},
     "the runner did not start (/bin/runner): it closed a file descriptor of the grader and was stopped"},
    {{runner_not_simulated, {{"program", "/bin/runner"}, {"why", Message(closed_channel)}}},
     "the runner did not start on the simulator (/bin/runner): it closed a file descriptor of the grader and "
     "was stopped"},
    {{simulator_not_built, {{"part", "bin/simulate"}}},
     "the simulator is not built, bin/simulate is missing; build it: cmake --build --preset student --target "
     "grading"},
    {{no_time_model, {{"device", "l40"}, {"known", "a100, h100"}}},
     "the simulator has no time model of the l40; it has those of a100, h100"},
    {{unknown_model, {{"device", "voodoo"}, {"why", verbatim("no such device")}}},
     "the simulator does not model voodoo: no such device"},
    {{no_simulator, {{"reason", verbatim("it is not built")}}},
     "Nothing can be checked or counted here: it is not built"},
    {{simulator_does_not_run, {{"why", Message(closed_channel)}}},
     "the simulator does not run: it closed a file descriptor of the grader and was stopped"},
    {{runner_ended_early, {{"why", Message(closed_channel)}}},
     "a runner ended before a build was loaded: it closed a file descriptor of the grader and was stopped"},
    {{little_free_memory, {{"device", "host"}, {"why", verbatim("out of memory")}}},
     "host has too little free memory: out of memory"},
    {{failed_before_the_call, {{"device", "host"}, {"why", verbatim("unknown error")}}},
     "host failed before the function was called: unknown error"},
    {{baseline_does_not_run, {{"why", Message(closed_channel)}}},
     "the baseline does not run on this device: it closed a file descriptor of the grader and was stopped"},
    {{no_time_here, {{"program", baseline}, {"why", verbatim("it was stopped")}}},
     "the baseline could not be timed here: it was stopped"},
    {{baseline_is_wrong, {{"why", verbatim("all differ")}}},
     "the baseline itself is wrong on this device: all differ"},
};

/// Returns memory that call @p number of cudaMalloc allocated.
Message memory_of_call(int bytes, int number, const char* caller) {
    using namespace kernelsmith::memory_messages;
    using kernelsmith::memory_messages::call;
    return {allocation,
            {{"bytes", bytes},
             {"call", Message(call, {{"function", "cudaMalloc"}, {"number", number}, {"caller", caller}})}}};
}

/// Returns the simulator's descriptions of memory, with the names that the grader adds.
std::vector<Said> memory_said() {
    using namespace kernelsmith::memory_messages;
    using kernelsmith::memory_messages::call;
    const Message in(buffer, {{"bytes", 20}, {"name", "in"}});
    const Message out(buffer, {{"bytes", 24}, {"name", "out"}, {"from", 4}});
    const Message freed_by(call, {{"function", "cudaFree"}, {"number", 1}, {"caller", "k.so+0x12"}});
    return {
        {{byte_of, {{"offset", 4}, {"memory", in}}}, "byte 4 of the 20 bytes of \"in\""},
        {{right_after, {{"memory", in}}}, "right after the 20 bytes of \"in\""},
        {{freed, {{"place", Message(byte_of, {{"offset", 9}, {"memory", out}})}, {"call", freed_by}}},
         "byte 9 of the 24 bytes that hold \"out\" from byte 4 on; cudaFree number 1 (k.so+0x12) freed them"},
        {{right_after, {{"memory", Message(buffer, {{"bytes", 1}, {"name", "none"}})}}},
         "right after the 1 byte of \"none\""},
        {{byte_of,
          {{"offset", 0},
           {"memory", Message(own_allocation, {{"bytes", 8}, {"function", "cudaMalloc"}, {"number", 2}})}}},
         "byte 0 of the 8 bytes allocated by your cudaMalloc number 2"},
        {{byte_of, {{"offset", 0}, {"memory", memory_of_call(8, 1, "")}}},
         "byte 0 of the 8 bytes allocated by cudaMalloc number 1"},
        {memory_of_call(8, 1, "main.cu:4"), "the 8 bytes allocated by cudaMalloc number 1 (main.cu:4)"},
        {no_allocation_near, "no allocation is nearby"},
        {{named_memory, {{"name", "in"}}}, "in"},
        {{call, {{"function", "cudaMalloc"}, {"number", 2}}}, "cudaMalloc number 2"},
        {{own_call, {{"function", "cudaMalloc"}, {"number", 1}}}, "your cudaMalloc number 1"},
    };
}

/// Checks the sentences of all of @p said.
void check(const std::vector<Said>& said) {
    for (const auto& [message, printed_as] : said) {
        CAPTURE(message);
        CHECK(sentence(message) == printed_as);
    }
}

fs::path sources(const char* folder) { return fs::path(KERNELSMITH_SOURCE_DIR) / "grader/grading" / folder; }

/// Returns the first group of each match of @p pattern in the files of @p folder; if the pattern has two
/// groups, they must be equal.
std::multiset<std::string> names_in(const char* folder, const char* ending, const std::regex& pattern) {
    std::multiset<std::string> names;
    for (const auto& entry : fs::directory_iterator(sources(folder))) {
        if (entry.path().extension() != ending) continue;
        const std::string source = harness::read(entry.path());
        for (std::sregex_iterator at(source.begin(), source.end(), pattern), end; at != end; ++at) {
            if (at->size() > 2) CHECK((*at)[1] == (*at)[2]);
            names.insert((*at)[1]);
        }
    }
    return names;
}

/// Returns the kinds that grading/messages declares: `inline constexpr MessageKind compiles{"compiles"};`
std::multiset<std::string> declared_kinds() {
    return names_in("messages", ".h", std::regex(R"(\bMessageKind\s+(\w+)\{\s*"(\w+)\"\s*\})"));
}

} // namespace

TEST_CASE("every message is printed with its exact text", "[messages][sentences]") {
    check(common_sentences_said);
    check(builds_said);
    check(runs_said);
    check(results_said);
    check(clean_said);
    check(counts_said);
    check(speed_said);
    check(device_said);
}

TEST_CASE("every memory message is printed with the exact buffer names", "[messages][sentences]") {
    check(memory_said());
}

TEST_CASE("every declared kind of message has its exact text in this test", "[messages]") {
    std::set<std::string> known;
    for (const std::vector<Said>* said : {&common_sentences_said, &builds_said, &runs_said, &results_said,
                                          &clean_said, &counts_said, &speed_said, &device_said})
        for (const Said& one : *said) known.insert(one.message.kind());
    const std::multiset<std::string> declared = declared_kinds();
    CHECK(known == std::set<std::string>(declared.begin(), declared.end()));
}

TEST_CASE("each declared kind of message has a sentence and a unique name", "[messages]") {
    const std::multiset<std::string> declared = declared_kinds();
    CHECK(declared.size() > 190);
    for (const std::string& kind : declared) {
        INFO(kind);
        CHECK(has_sentence(kind));
        CHECK(declared.count(kind) == 1);
    }
    CHECK_FALSE(has_sentence("nobody_says_this"));
    CHECK_FALSE(has_sentence(""));
}

TEST_CASE("no sentence is without a kind of message", "[messages]") {
    // Each entry of a table begins with the kind: `{compiles, "compiles"},`
    const std::multiset<std::string> in_tables = names_in("sentences", ".cpp", std::regex(R"(\{(\w+),\s*")"));
    CHECK(in_tables == declared_kinds());
}

TEST_CASE("an empty message prints no text", "[messages]") {
    CHECK(sentence({}).empty());
    CHECK(lines_of({}).empty());
    CHECK(lines_of({Message()}) == std::vector<std::string>{""});
}

TEST_CASE("each message of a list is printed as one sentence", "[messages][sentences]") {
    CHECK(lines_of({compiles, verbatim(""), verbatim("a\nb")}) ==
          std::vector<std::string>{"compiles", "", "a\nb"});
}

TEST_CASE("an exception is printed by its message or its text", "[messages]") {
    const Message why(timed_out, {{"seconds", 4}});
    CHECK(text_of(std::runtime_error("it is late")) == "it is late");
    CHECK(text_of(EnvironmentError("the disk is full")) == "the disk is full");
    CHECK(text_of(MachineError({baseline_does_not_run, {{"why", why}}})) ==
          sentence({baseline_does_not_run, {{"why", why}}}));
    CHECK(text_of(RunnerDied(why)) == sentence(why));
    const Message fault(runner_fault, {{"text", "there is no buffer 5"}});
    CHECK(text_of(RunnerFault("device", false, fault)) == sentence(fault));
}

TEST_CASE("the message of an infrastructure error is that of its exception or its text", "[messages]") {
    const Message why(little_free_memory, {{"device", "host"}});
    CHECK(message_of(MachineError(why)) == why);
    CHECK(message_of(EnvironmentError("the disk is full")) == verbatim("the disk is full"));
}

TEST_CASE("the shape of a message has its kinds and the requested text arguments", "[messages]") {
    const Message one(found, {{"finding", "leak"}, {"place", "student.cu:9"}, {"at", on_odd}});
    CHECK(shape_of(one, {}) == "found(on_case())");
    CHECK(shape_of(one, {"finding"}) == "found(on_case()leak )");
    CHECK(shape_of(one, {"case", "sizes"}) == "found(on_case(odd n 33 ))");
    // A shape excludes numbers, which differ from one grade to the next.
    CHECK(shape_of({differ, {{"wrong", 1}, {"elements", 2}}}, {"wrong"}) ==
          shape_of({differ, {{"wrong", 7}, {"elements", 9}}}, {"wrong"}));
    CHECK(shape_of(one, {"finding"}) !=
          shape_of({found, {{"finding", "host_race"}, {"at", on_odd}}}, {"finding"}));
    CHECK(shape_of(one, {}) != shape_of(found, {}));
    CHECK(shape_of({}, {"finding"}) == "()");
}

TEST_CASE("a shape does not depend on the order of the arguments", "[messages]") {
    const Message inner(waits_for, {{"step", "runs"}});
    const Message written(with_sizes, {{"what", inner}, {"sizes", "n 3"}, {"again", on_odd}});
    const Message read = nlohmann::json(written).get<Message>();
    CHECK(shape_of(written, {"sizes", "step", "case"}) == shape_of(read, {"sizes", "step", "case"}));
}

} // namespace grader::messages
