#include "grading/messages/clean.h"
#include "grading/sentences/tables.h"

namespace grader {

std::span<const kernelsmith::Sentence> clean_sentences() {
    using namespace messages;
    static constexpr kernelsmith::Sentence all[] = {
        {nothing_found, "no findings, checked at {sizes} {sizes|size|sizes}"},
        {only_remarks,
         "{remarks} {remarks|remark|remarks} and no error, checked at {sizes} {sizes|size|sizes}"},
        {found, "{finding:words}{place? in {place}} {at}"},
        {check_did_not_end, "the check did not finish {at}"},
        {wrong_when_checked, "the result is wrong {at}: {why}"},
        {no_report, "it wrote no report"},
        {simulator_saw, "The simulator checked every access (on \"{case}\", {sizes}) and found:"},
        {finding, "{place?{place}: }{finding:words}: {what}{more? ({more})}{source?\n  {line} | "
                  "{source}}{where?\n  {where}}{other?\n  {other_place} {other}}{task?\n  That is the "
                  "placeholder of TODO({task}), marked `// replace`. Write that task first.}{advice?\n  "
                  "{advice}}{page?\n  More: {page}}"},
        {in_kernel, "kernel {kernel}"},
        {times, "{count} times"},
        {same_index, "These threads have the same index, so no thread is left for other elements."},
        {checked_counted_size,
         "It was checked at this size, too, because {line} does not run in this way at any smaller size."},
        {checked_modelled_size, "It was checked at the modelled size, too, because {line} does not run in "
                                "this way at any smaller size."},
    };
    return all;
}

} // namespace grader
