#include "finding_messages/copy_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace copy_messages;

std::span<const Sentence> copy_sentences() {
    static constexpr Sentence all[] = {
        {still_written_by_copy, "{access} that an asynchronous copy is still writing"},
        {still_read_by_copy, "{access} that an asynchronous copy is still reading"},
        {started_the_copy, "{thread}{thread!this thread} started the copy"},

        {wait_for_copy, "The thread that started a copy must wait for it, with __pipeline_wait_prior() or "
                        "cp.async.wait_group; the other threads need __syncthreads() after that."},
    };
    return all;
}

} // namespace kernelsmith
