#include "grading/messages/builds.h"
#include "grading/sentences/tables.h"

namespace grader {

std::span<const kernelsmith::Sentence> builds_sentences() {
    using namespace messages;
    static constexpr kernelsmith::Sentence all[] = {
        {not_submitted, "not submitted{instead?: found {instead} in place of student.cu}"},
        {no_source, "there is no {file}"},
        {not_a_source, "this is not a source file of at most 1 MiB"},
        {unreadable_source, "it cannot be read: {error}"},
        {compiles, "compiles"},
        {compiles_with_warnings, "compiles, with warnings"},
        {does_not_compile, "it does not compile; the compiler reports"},
        {did_not_compile, "it does not compile"},
        {no_build, "does not compile"},
        {compiler_timed_out, "the compiler did not finish in time and was stopped"},
        {compiler_out_of_memory, "the compiler took more than {gib:g} GiB of memory and was stopped"},
        {failed_static_assertion, "{text}"},
        {needs_newer_gpu,
         "The course is compiled for every GPU from compute capability 8.0 on, and the simulator interprets "
         "that code. Clusters, distributed shared memory and bulk copies need 9.0, so a lab cannot use them; "
         "cooperative groups up to the grid, cp.async and cuda::barrier work."},
        {forbidden_library, "{library} is not allowed in this lab: {how}"},
        {unknown_includes, "the libraries that it includes cannot be determined: the list of all files that "
                           "the compiler has read is longer than 4 MiB"},
        {unreadable_build, "the compiled file cannot be read: {error}"},
        {unusual_import, "the build imports {import}, which a strict grade rejects"},
        {allowed_imports,
         "Through it, a program can call functions that no list names, and launch kernels past the CUDA "
         "runtime, where launches are counted. Some classes of the standard library import syscall: "
         "std::jthread, std::stop_token, std::latch, std::barrier, semaphores, and waiting for a "
         "std::atomic. std::thread, a mutex and a condition variable do not."},
        {skeleton_unchanged,
         "All TODO regions are unchanged from the starter code. Until you change one, the "
         "file earns no points."},
    };
    return all;
}

} // namespace grader
