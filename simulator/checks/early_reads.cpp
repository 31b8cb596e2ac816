#include "checks/early_reads.h"

#include <algorithm>

namespace simulator::checks {

void EarlyReads::add(const EarlyRead& read) {
    std::vector<RecordedRead>& chunk = chunks_[read.address / chunk_bytes];
    const auto same = std::find_if(chunk.begin(), chunk.end(), [&](const RecordedRead& recorded) {
        return recorded.read.op == read.op && recorded.read.thread == read.thread &&
               recorded.read.address == read.address && recorded.read.missing == read.missing &&
               recorded.read.warp_ordered == read.warp_ordered;
    });
    if (same == chunk.end())
        chunk.push_back({read, next_++});
    else
        ++same->read.times;
}

void EarlyReads::written(const EarlyRead::Writer& writer, Address address, std::uint32_t first, bool strong) {
    const auto found = chunks_.find(address / chunk_bytes);
    if (found == chunks_.end()) return;
    const auto bytes_of = [](std::uint32_t bits, Address begin) { return bits << begin % chunk_bytes; };
    std::uint32_t fresh = bytes_of(first, address);
    // A thread that has read the uninitialized bytes itself, as in sum += x, does not initialize them.
    for (const auto& [read, number] : found->second) {
        if (read.thread == writer.thread) fresh &= ~bytes_of(read.missing, read.address);
    }
    for (auto& [read, number] : found->second) {
        const bool ordered = read.warp_ordered && read.thread / 32 == writer.thread / 32;
        if (ordered || (read.strong && strong) || read.missing == 0) continue;
        read.missing &= ~(fresh >> read.address % chunk_bytes);
        if (read.missing == 0) read.writer = writer;
    }
}

void EarlyReads::warp_ordered(std::uint32_t warp) {
    for (auto& [address, chunk] : chunks_) {
        for (RecordedRead& recorded : chunk) recorded.read.warp_ordered |= recorded.read.thread / 32 == warp;
    }
}

std::vector<EarlyRead> EarlyReads::take() {
    std::vector<RecordedRead> all;
    for (const auto& [address, chunk] : chunks_) all.insert(all.end(), chunk.begin(), chunk.end());
    std::sort(all.begin(), all.end(),
              [](const RecordedRead& a, const RecordedRead& b) { return a.number < b.number; });
    chunks_.clear();
    std::vector<EarlyRead> reads;
    reads.reserve(all.size());
    for (const RecordedRead& recorded : all) reads.push_back(recorded.read);
    return reads;
}

} // namespace simulator::checks
