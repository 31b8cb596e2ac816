#include "checks/shadow_line.h"

#include <algorithm>

namespace simulator::checks {

FineShadow::Range FineShadow::range(unsigned offset, unsigned size) const {
    return bytes ? Range{offset, offset + size - 1} : Range{offset / 4, (offset + size - 1) / 4};
}

void FineShadow::split() {
    std::vector<ShadowCell> finer(ShadowLine::bytes);
    for (unsigned n = 0; n < ShadowLine::bytes; ++n) finer[n] = cells[n / 4];
    const std::vector<std::unique_ptr<AccessHistory>> coarser = std::move(histories);
    cells = std::move(finer);
    histories.clear();
    history_count = 0;
    for (unsigned n = 0; n < ShadowLine::bytes; ++n) {
        if (!coarser.empty() && coarser[n / 4] != nullptr) make_history(n) = *coarser[n / 4];
    }
    bytes = true;
}

AccessHistory& FineShadow::make_history(unsigned index) {
    histories.resize(cells.size());
    histories[index] = std::make_unique<AccessHistory>();
    ++history_count;
    return *histories[index];
}

void FineShadow::drop_history(unsigned index) {
    histories[index].reset();
    --history_count;
}

FineShadow& ShadowLine::refine() {
    if (fine != nullptr) return *fine;
    fine = std::make_unique<FineShadow>();
    fine->cells.resize(words);
    for (unsigned n = 0; n < words; ++n) {
        fine->cells[n] = {.write = coarse.write.of_word(n),
                          .reads = {coarse.reads[0].of_word(n), coarse.reads[1].of_word(n)}};
    }
    for (const ShadowAccess& mark : {coarse.write, coarse.reads[0], coarse.reads[1]})
        fine->latest = std::max(fine->latest, mark.epoch());
    coarse = {};
    return *fine;
}

void ShadowLine::coarsen(const ShadowAccess& write) {
    fine.reset();
    coarse = {.write = write, .reads = {}};
}

ShadowMap::ShadowMap(std::uint64_t first, std::uint64_t last)
    : first_(first), chunks_((last - first) / chunk_lines + 1) {}

} // namespace simulator::checks
