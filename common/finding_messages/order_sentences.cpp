#include "finding_messages/order_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace order_messages;

std::span<const Sentence> order_sentences() {
    static constexpr Sentence all[] = {
        {default_stream, "the default stream"},
        {default_stream_of_thread, "the thread's default stream"},
        {numbered_stream, "stream {id}"},
        {graph_in_stream, "a graph in {stream}"},

        {kernel_work, "{kernel}"},
        {copy_work, "a copy"},
        {memset_work, "a memset"},
        {call_work, "{function}"},
        {unknown_work, "work"},

        {reads_memory, "reads"},
        {writes_memory, "writes"},
        {allocates_memory, "allocates"},
        {frees_memory, "frees"},
        {use_in_stream, "{work} in {stream} {does}"},

        {unordered_streams, "{use} what {other}, and nothing orders the two: a data race"},
        {host_has_not_waited, "the host {does} what {use}, and has not waited for that: a data race"},
        {work_in_function, "{work}, in {function}"},

        {add_graph_dependency, "Make one node of the graph depend on the other."},
        {order_streams_by_event,
         "Put both into one stream, or record an event after the first and have the stream of the second "
         "wait for it: cudaEventRecord, cudaStreamWaitEvent. Streams created with cudaStreamNonBlocking do "
         "not wait for the default stream, nor does the default stream wait for them."},
        {wait_before_host_access,
         "A launch and an asynchronous copy return before their work is done. Wait before the host accesses "
         "what they use: cudaStreamSynchronize, cudaEventSynchronize, cudaDeviceSynchronize."},
    };
    return all;
}

} // namespace kernelsmith
