#include "grading/messages/results.h"
#include "grading/sentences/tables.h"

namespace grader {

std::span<const kernelsmith::Sentence> results_sentences() {
    using namespace messages;
    static constexpr kernelsmith::Sentence all[] = {
        {case_is_right, "it is right {at}"},
        {cases_are_right, "all {cases} cases are right"},
        {case_is_wrong, "it is wrong {at}"},
        {cases_are_wrong, "{wrong} of {cases} cases {wrong|is|are} wrong; first {at}"},
        {only_placeholders,
         "Only lines marked `// replace` are in {tasks} so far: this alone may make a result wrong."},
        {outside_its_buffer, "it wrote out of bounds: up to {before?{before} bytes before the start{behind? "
                             "and up to }}{behind?{behind} bytes past the end} of \"{buffer}\""},
        {check_the_index, "An index is out of bounds. Does every thread compare its own index with the size "
                          "before it writes, in every dimension?"},
        {changed_input, "it changed its input \"{buffer}\""},
        {inputs_stay, "An input must stay unchanged; results go to the output."},
        {differ, "{wrong} of {elements} elements of \"{buffer}\" differ"},
        {never_written, "{wrong} of {elements} elements of \"{buffer}\" were never written"},
        {not_finite, "{wrong} of {elements} elements of \"{buffer}\" are not a number"},
        {diagnosis, "{text}"},
        {varies, "A second call with the same inputs computed another result: some threads use what others "
                 "have not finished (a data race), or uninitialized memory. Usually a barrier is missing: "
                 "__syncthreads() between writing and reading, and again before the next write."},
        {mismatch, "{place:<24} expected {expected:<14} got {got}{got!never written}"},
        {more_mismatches, "... and {more} more"},

        {none_written, "Not one element was written. Did the kernel launch? An unchecked launch fails "
                       "silently: check it with CUDA_CHECK_LAUNCH()."},
        {none_written_by_kernel, "Not one element was written. The kernel ran, and no thread wrote an "
                                 "element: is there a condition that no thread meets?"},
        {none_written_but_right,
         "Not one element was written; those that are right were there before, by chance. Did the kernel "
         "launch? An unchecked launch fails silently: check it with CUDA_CHECK_LAUNCH()."},
        {none_written_by_kernel_but_right,
         "Not one element was written; those that are right were there before, by chance. The kernel ran, "
         "and no thread wrote an element: is there a condition that no thread meets?"},
        {rest_not_visited,
         "The elements that were written are right; the rest was never visited. Do the indices of all "
         "threads together cover every element, or do several threads write the same one?"},
        {blocks_share_work,
         "The first {elements} elements are right, and no other was written: a block has {elements} threads, "
         "and there were {blocks} blocks. Did all of them write the same elements? The index of a thread "
         "needs the number of its block, blockIdx, too."},
        {tail_of_small_grid, "Everything is right up to {place} and never written from there to the end: the "
                             "tail that does not fill a block, or a grid that is too small. Does the grid "
                             "cover everything, even if the sizes are not a multiple of a block?"},
        {tail_of_block, "Everything is right up to {place} and never written from there to the end: usually "
                        "the tail that does not fill a block or a vector. Which thread has the last element, "
                        "and does it stop too early?"},

        {some_not_finite, "{elements} of them are not a number or infinite: a root or logarithm of a "
                          "negative number, a division by 0, or uninitialized memory."},
        {lost_precision,
         "The largest error is only {error:.1f} times the allowed error: this looks like lost precision "
         "(fast intrinsics, another order of operations), not like a wrong index."},
        {shifted_forward,
         "Each {unit} holds what belongs in the {unit} before it: everything is shifted by "
         "one. Usually an index is one too large where the result is stored, or one too small "
         "where an input is read."},
        {shifted_back, "Each {unit} holds what belongs in the {unit} after it: everything is shifted by one. "
                       "Usually an index is one too small where the result is stored, or one too large where "
                       "an input is read."},
        {transposed_tiles,
         "Each tile of {side} by {side} is in its place, and transposed inside: rows and columns of a tile "
         "are exchanged. Usually threadIdx.x and threadIdx.y, or the two indices of the tile in shared "
         "memory, are exchanged where it is read or where it is written."},

        {only_first_block, "Only the first {elements} elements are right, no more than one block has "
                           "threads: only one block's work was done. {advice}"},
        {only_first_tile, "Only the first {rows} rows and {columns} columns are right, a corner as large as "
                          "one block's tile: only one block's work was done. {advice}"},
        {one_block_or_index, "Usually the grid has one block, or blockIdx is missing from an index."},
        {index_without_block,
         "Usually blockIdx is missing from an index: all blocks then do the work of the first."},
        {one_lane, "Every {nth} {unit} is wrong, from {unit} {first} on. One lane of each warp behaves "
                   "differently from the others: does the code treat the first or the last lane separately?"},
        {one_thread_of_block,
         "Every {nth} {unit} is wrong, from {unit} {first} on. One thread per block, or per few warps, "
         "behaves differently from the others: check the first and the last thread of a block."},
        {one_of_a_part, "Every {nth} {unit} is wrong, from {unit} {first} on. This is the distance between "
                        "the first elements of consecutive threads or loop iterations: check the first and "
                        "the last element of each range."},
        {only_even, "Only even {units} are wrong."},
        {only_odd, "Only odd {units} are wrong."},
        {only_modulo_4, "Only {units} with {unit} % 4 = {remainders} are wrong."},
        {last_elements,
         "Only the last {elements} elements are partly wrong, from element {first} on. {advice}"},
        {last_tile, "Only the last tile has wrong elements, from row {row} and column {column} on. {advice}"},
        {last_rows, "Only the last rows have wrong elements, from row {row} on. {advice}"},
        {last_columns, "Only the last columns have wrong elements, from column {column} on. {advice}"},
        {last_rows_and_columns, "Only the last rows and the last columns have wrong elements. {advice}"},
        {check_edges, "A tile or block is seldom full there. Look at what is done at the edge: which "
                      "threads stop, and what is read in place of elements that do not exist?"},
        {one_row, "All wrong elements are in row {row} of {rows}."},
        {one_column, "All wrong elements are in column {column} of {columns}."},
    };
    return all;
}

} // namespace grader
