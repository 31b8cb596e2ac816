#include "runtime/streams.h"

namespace simulator::runtime {

void Streams::check(cudaStream_t stream) {
    if (stream != nullptr && stream != cudaStreamLegacy && stream != cudaStreamPerThread) {
        made.at(stream);
    }
}

bool Streams::is_blocking(cudaStream_t stream) {
    const Stream* const found = made.find(stream);
    return found == nullptr || (found->flags & cudaStreamNonBlocking) == 0;
}

void Streams::clear() {
    made.clear();
    events.clear();
    captures.clear();
}

} // namespace simulator::runtime
