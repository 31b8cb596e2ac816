#include "finding_messages/sentences.h"

#include <array>

namespace kernelsmith {

std::span<const std::span<const Sentence>> finding_sentences() {
    static const std::array all = {access_sentences(), barrier_sentences(),        call_sentences(),
                                   copy_sentences(),   initialization_sentences(), machine_sentences(),
                                   memory_sentences(), order_sentences(),          race_sentences()};
    return all;
}

} // namespace kernelsmith
