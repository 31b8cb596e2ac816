#include "order/byte_set.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace simulator::order {

namespace {

constexpr std::uint64_t word_bits = 64;

/// Returns a mask of @p count bits from bit @p first on.
std::uint64_t bit_range(unsigned first, std::uint64_t count) {
    const std::uint64_t bits = count >= word_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    return bits << first;
}

/// Splits a range in a page into words, and calls @p act with each word's number and mask until it returns
/// false.
template <class Act> bool for_words(Address offset, std::uint64_t bytes, Act act) {
    while (bytes != 0) {
        const auto first = static_cast<unsigned>(offset % word_bits);
        const std::uint64_t count = std::min(bytes, word_bits - first);
        if (!act(offset / word_bits, bit_range(first, count))) return false;
        offset += count;
        bytes -= count;
    }
    return true;
}

/// Splits a range into pages, and calls @p act with each page's number, offset and bytes until it returns
/// false.
template <class Act> bool for_pages(Address begin, std::uint64_t bytes, Act act) {
    while (bytes != 0) {
        const Address offset = begin % ByteSet::page_bytes;
        const std::uint64_t count = std::min(bytes, ByteSet::page_bytes - offset);
        if (!act(begin / ByteSet::page_bytes, offset, count)) return false;
        begin += count;
        bytes -= count;
    }
    return true;
}

} // namespace

void ByteSet::add(Address begin, std::uint64_t bytes) {
    for_pages(begin, bytes, [&](Address number, Address offset, std::uint64_t count) {
        if (number != last_number_ || last_ == nullptr) {
            const auto [place, is_new] = pages_.try_emplace(number);
            if (count == page_bytes)
                place->second = nullptr;
            else if (is_new)
                place->second = std::make_unique<Bits>();
            last_number_ = number;
            last_ = place->second.get();
        }
        if (last_ != nullptr) {
            for_words(offset, count, [&](std::size_t word, std::uint64_t bits) {
                (*last_)[word] |= bits;
                return true;
            });
        }
        return true;
    });
}

/// Returns the bits of a page for modification; null if the set has no byte of the page.
ByteSet::Bits* ByteSet::writable(Address number) {
    const auto place = pages_.find(number);
    if (place == pages_.end()) return nullptr;
    if (place->second == nullptr) {
        place->second = std::make_unique<Bits>();
        place->second->fill(~std::uint64_t{0});
    }
    return place->second.get();
}

void ByteSet::drop_if_empty(Address number) {
    const auto place = pages_.find(number);
    if (std::ranges::all_of(*place->second, [](std::uint64_t word) { return word == 0; }))
        pages_.erase(place);
}

void ByteSet::remove(Address begin, std::uint64_t bytes) {
    last_ = nullptr;
    for_pages(begin, bytes, [&](Address number, Address offset, std::uint64_t count) {
        if (count == page_bytes) {
            pages_.erase(number);
        } else if (Bits* const own = writable(number)) {
            for_words(offset, count, [&](std::size_t word, std::uint64_t bits) {
                (*own)[word] &= ~bits;
                return true;
            });
            drop_if_empty(number);
        }
        return true;
    });
}

void ByteSet::remove(const ByteSet& other) {
    last_ = nullptr;
    const bool is_smaller = pages_.size() < other.pages_.size();
    std::vector<Address> common;
    for (const auto& [number, bits] : is_smaller ? pages_ : other.pages_) {
        if ((is_smaller ? other.pages_ : pages_).contains(number)) common.push_back(number);
    }
    for (const Address number : common) {
        const Bits* const theirs = other.pages_.at(number).get();
        if (theirs == nullptr) {
            pages_.erase(number);
            continue;
        }
        Bits& own = *writable(number);
        for (std::size_t word = 0; word < own.size(); ++word) own[word] &= ~(*theirs)[word];
        drop_if_empty(number);
    }
}

std::optional<Address> ByteSet::first_in(Address begin, std::uint64_t bytes) const {
    std::optional<Address> first;
    for_pages(begin, bytes, [&](Address number, Address offset, std::uint64_t count) {
        const auto place = pages_.find(number);
        if (place == pages_.end()) return true;
        if (place->second == nullptr) {
            first = number * page_bytes + offset;
            return false;
        }
        return for_words(offset, count, [&](std::size_t word, std::uint64_t bits) {
            const std::uint64_t common = (*place->second)[word] & bits;
            if (common == 0) return true;
            first = number * page_bytes + word * word_bits + static_cast<unsigned>(std::countr_zero(common));
            return false;
        });
    });
    return first;
}

bool ByteSet::has_all(Address begin, std::uint64_t bytes) const {
    return for_pages(begin, bytes, [&](Address number, Address offset, std::uint64_t count) {
        const auto place = pages_.find(number);
        if (place == pages_.end()) return false;
        return place->second == nullptr ||
               for_words(offset, count, [&](std::size_t word, std::uint64_t bits) {
                   return ((*place->second)[word] & bits) == bits;
               });
    });
}

} // namespace simulator::order
