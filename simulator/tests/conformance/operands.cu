// Operands: edge cases of arithmetic.

#include <cstdint>
#include <limits>

#include "conformance.cuh"

namespace conformance {
namespace {

// A linear congruential generator, so that operands are the same on every machine and in every version.
class Random {
public:
    u64 next() {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return state_ >> 32 ^ state_ << 32;
    }

private:
    u64 state_ = 20;
};

template <class T> Words integers() {
    Words words;
    for (const u64 value : {0ULL, 1ULL, 2ULL, 7ULL, 15ULL, 16ULL, 31ULL, 32ULL, 33ULL, 63ULL, 64ULL, 0x80ULL,
                            0xffULL, 0x5555555555555555ULL, 0x0123456789abcdefULL, 0x8000000080008001ULL}) {
        words.push_back(to_word(static_cast<T>(value)));
        words.push_back(to_word(static_cast<T>(~value)));
    }
    words.push_back(to_word(std::numeric_limits<T>::max()));
    words.push_back(to_word(std::numeric_limits<T>::min()));
    words.push_back(to_word(static_cast<T>(std::numeric_limits<T>::min() + 1)));
    Random random;
    while (words.size() < 40) words.push_back(to_word(static_cast<T>(random.next())));
    return words;
}

// Magnitudes from the smallest to infinity, with neighbours of rounding boundaries, and a NaN.
template <class T> Words numbers() {
    using Limits = std::numeric_limits<T>;
    Words words;
    for (const T value : {T(0),
                          Limits::denorm_min(),
                          3 * Limits::denorm_min(),
                          Limits::min() - Limits::denorm_min(),
                          Limits::min(),
                          Limits::min() * T(1.25),
                          T(1e-20),
                          T(0.1),
                          T(0.5),
                          T(1) - Limits::epsilon() / 2,
                          T(1),
                          T(1) + Limits::epsilon(),
                          T(1.5),
                          T(2.5),
                          T(3),
                          T(127.5),
                          T(65535.7),
                          T(1) / Limits::epsilon(),
                          T(2147483647.0),
                          T(4294967296.0),
                          T(9.2e18),
                          T(1.9e19),
                          Limits::max() / 3,
                          Limits::max(),
                          Limits::infinity()}) {
        words.push_back(to_word(value));
        words.push_back(to_word(-value));
    }
    words.push_back(to_word(Limits::quiet_NaN()));
    Random random;
    while (words.size() < 64) {
        const T value = from_word<T>(sizeof(T) == 4 ? random.next() & 0xffffffff : random.next());
        // A single NaN: PTX leaves open which of two NaNs is returned.
        if (value == value) words.push_back(to_word(value));
    }
    return words;
}

Words rows_of(const std::vector<const Words*>& lists) {
    Words rows;
    if (lists.size() <= 2) {
        for (const Word a : *lists[0]) {
            if (lists.size() == 1) {
                rows.push_back(a);
                continue;
            }
            for (const Word b : *lists[1]) {
                rows.push_back(a);
                rows.push_back(b);
            }
        }
    } else {
        Random random;
        for (int row = 0; row < 4096; ++row)
            for (const Words* list : lists) rows.push_back((*list)[random.next() % list->size()]);
    }
    // Pads to whole warps.
    while (rows.size() / lists.size() % 32 != 0)
        for (const Words* list : lists) rows.push_back(list->front());
    return rows;
}

} // namespace

template <> const Words& edges<u16>() {
    static const Words words = integers<u16>();
    return words;
}
template <> const Words& edges<s16>() {
    static const Words words = integers<s16>();
    return words;
}
template <> const Words& edges<u32>() {
    static const Words words = integers<u32>();
    return words;
}
template <> const Words& edges<s32>() {
    static const Words words = integers<s32>();
    return words;
}
template <> const Words& edges<u64>() {
    static const Words words = integers<u64>();
    return words;
}
template <> const Words& edges<s64>() {
    static const Words words = integers<s64>();
    return words;
}
template <> const Words& edges<f32>() {
    static const Words words = numbers<f32>();
    return words;
}
template <> const Words& edges<f64>() {
    static const Words words = numbers<f64>();
    return words;
}

Words combined(const Words& as) { return rows_of({&as}); }
Words combined(const Words& as, const Words& bs) { return rows_of({&as, &bs}); }
Words combined(const Words& as, const Words& bs, const Words& cs) { return rows_of({&as, &bs, &cs}); }
Words combined(const Words& as, const Words& bs, const Words& cs, const Words& es) {
    return rows_of({&as, &bs, &cs, &es});
}

} // namespace conformance
