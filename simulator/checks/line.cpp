#include "checks/line.h"

#include <algorithm>

namespace simulator::checks {

Places::Range Places::range(unsigned offset, unsigned size) const {
    return bytes ? Range{offset, offset + size - 1} : Range{offset / 4, (offset + size - 1) / 4};
}

void Places::split() {
    std::vector<Cell> finer(Line::bytes);
    for (unsigned n = 0; n < Line::bytes; ++n) finer[n] = cells[n / 4];
    const std::vector<std::unique_ptr<Crowd>> coarser = std::move(crowds);
    cells = std::move(finer);
    crowds.clear();
    crowded = 0;
    for (unsigned n = 0; n < Line::bytes; ++n) {
        if (!coarser.empty() && coarser[n / 4] != nullptr) make_crowd(n) = *coarser[n / 4];
    }
    bytes = true;
}

Crowd& Places::make_crowd(unsigned place) {
    crowds.resize(cells.size());
    crowds[place] = std::make_unique<Crowd>();
    ++crowded;
    return *crowds[place];
}

void Places::drop_crowd(unsigned place) {
    crowds[place].reset();
    --crowded;
}

Places& Line::spread() {
    if (places != nullptr) return *places;
    places = std::make_unique<Places>();
    places->cells.resize(words);
    for (unsigned n = 0; n < words; ++n) {
        places->cells[n] = {.write = whole.write.of_word(n),
                            .reads = {whole.reads[0].of_word(n), whole.reads[1].of_word(n)}};
    }
    for (const Mark& mark : {whole.write, whole.reads[0], whole.reads[1]})
        places->latest = std::max(places->latest, mark.epoch());
    whole = {};
    return *places;
}

void Line::unite(const Mark& write) {
    places.reset();
    whole = {.write = write, .reads = {}};
}

LineMap::LineMap(std::uint64_t first, std::uint64_t last)
    : first_(first), chunks_((last - first) / chunk_lines + 1) {}

} // namespace simulator::checks
