#include <bit>
#include <cstring>

#include "finding_messages/machine_messages.h"
#include "machine/handlers/elementwise.h"
#include "machine/handlers/memory.h"
#include "machine/handlers/space.h"
#include "machine/texture_taps.h"

// Texture fetches. The checks receive each texel that is read. Counters do not: a GPU reads textures through
// a separate path with its own counters.

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

constexpr int channels = 4; // of every result

// Returns channel @p channel of a texel: its bits, extended to 32.
std::uint32_t element(const Texture& texture, const std::byte* texel, int channel) {
    if (channel >= texture.channels) return 0;
    const std::byte* const from = texel + channel * texture.channel_bytes;
    std::uint32_t bits = 0;
    std::memcpy(&bits, from, texture.channel_bytes);
    if (texture.kind != TexelKind::signed_integer || texture.channel_bytes == 4) return bits;
    const int unused = 32 - 8 * texture.channel_bytes;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << unused) >> unused);
}

// Returns a channel as a number: unsigned integers are normalized to 0 to 1, signed ones to -1 to 1.
float number(const Texture& texture, std::uint32_t element) {
    if (texture.kind == TexelKind::floating) return std::bit_cast<float>(element);
    const int bits = 8 * texture.channel_bytes;
    if (texture.kind == TexelKind::unsigned_integer)
        return static_cast<float>(element) / static_cast<float>(~0U >> (32 - bits));
    const auto largest = static_cast<float>((1U << (bits - 1)) - 1);
    return std::max(static_cast<float>(static_cast<std::int32_t>(element)) / largest, -1.0F);
}

// Weighted sum of the taps of one lane.
struct Sum {
    std::array<double, channels> numbers = {};
    std::array<std::uint32_t, channels> bits = {};

    void add(const Texture& texture, const std::byte* texel, float weight) {
        for (int channel = 0; channel < channels; ++channel) {
            bits[channel] = element(texture, texel, channel);
            numbers[channel] += static_cast<double>(weight) * number(texture, bits[channel]);
        }
    }
    void add_border(const Texture& texture, float weight) {
        for (int channel = 0; channel < channels; ++channel) {
            bits[channel] = static_cast<std::uint32_t>(static_cast<std::int64_t>(texture.border[channel]));
            numbers[channel] += static_cast<double>(weight) * texture.border[channel];
        }
    }
};

// Slots: four results, the texture object, one or two coordinates.
template <int dimensions, class Coordinate> struct Fetch {
    static constexpr int object_slot = channels;

    static const Op* run(Warp& warp, const Op* op, Mask mask) {
        const std::byte* const objects = warp.lanes(op->slots[object_slot]);
        for (Mask rest = mask; rest != 0;) {
            const int first = std::countr_zero(rest);
            const auto object = read_lane<std::uint64_t>(objects, first);
            Mask same = 0;
            for (Mask others = rest; others != 0; others &= others - 1) {
                const int lane = std::countr_zero(others);
                if (read_lane<std::uint64_t>(objects, lane) == object) same |= Mask{1} << lane;
            }
            const Textures* const textures = warp.core().request().textures;
            const Texture* const texture = textures != nullptr ? textures->find(object) : nullptr;
            if (texture == nullptr)
                return warp.fault(FaultKind::illegal_address, FindingKind::use_after_free, op, same,
                                  machine_messages::missing_texture_object,
                                  machine_messages::create_texture_object);
            if (!fetch(warp, op, same, *texture)) return nullptr;
            rest &= ~same;
        }
        return op + 1;
    }

    static Taps taps(Warp& warp, const Op* op, int lane, const Texture& texture) {
        std::array<Coordinate, dimensions> place;
        for (int n = 0; n < dimensions; ++n)
            place[n] = read_lane<Coordinate>(warp.lanes(op->slots[object_slot + 1 + n]), lane);
        if constexpr (std::is_same_v<Coordinate, float>)
            return taps_at(texture, place);
        else
            return taps_of(texture, place);
    }

    // Returns false if the kernel has stopped.
    static bool fetch(Warp& warp, const Op* op, Mask mask, const Texture& texture) {
        std::array<Taps, warp_size> all;
        for (Mask rest = mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            all[lane] = taps(warp, op, lane, texture);
        }
        std::array<Sum, warp_size> sums = {};
        for (std::size_t n = 0; n < std::tuple_size_v<Taps>; ++n) {
            std::array<Address, warp_size> at = {};
            Mask inside = 0;
            for (Mask rest = mask; rest != 0; rest &= rest - 1) {
                const int lane = std::countr_zero(rest);
                const Tap& tap = all[lane][n];
                if (tap.weight == 0) continue;
                if (!tap.inside) {
                    sums[lane].add_border(texture, tap.weight);
                    continue;
                }
                inside |= Mask{1} << lane;
                at[lane] =
                    texture.begin + tap.y * texture.pitch + std::uint64_t{tap.x} * texture.texel_bytes();
            }
            if (inside == 0) continue;
            Addresses addresses;
            addresses.take(at.data(), inside, texture.texel_bytes());
            Access access = access_of(warp, op, MemorySpace::global, AccessKind::load, texture.texel_bytes(),
                                      inside, addresses);
            LanePointers pointers;
            admit_uncounted(warp, access, addresses, pointers);
            if (warp.core().incidents().stopped()) return false;
            for (Mask rest = pointers.mask; rest != 0; rest &= rest - 1) {
                const int lane = std::countr_zero(rest);
                sums[lane].add(texture,
                               pointers.has_common_base ? pointers.base + at[lane] : pointers.at[lane],
                               all[lane][n].weight);
            }
        }
        const bool as_number = texture.kind == TexelKind::floating || texture.reads_normalized_float;
        for (Mask rest = mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            for (int channel = 0; channel < channels; ++channel)
                write_lane<std::uint32_t>(warp.lanes(op->slots[channel]), lane,
                                          as_number ? std::bit_cast<std::uint32_t>(
                                                          static_cast<float>(sums[lane].numbers[channel]))
                                                    : sums[lane].bits[channel]);
        }
        return true;
    }
};

template <int dimensions> Handlers fetch(const Decoding& decoding) {
    if (decoding.type(1) == ptx::Word::f32)
        return {&Fetch<dimensions, float>::run, &Fetch<dimensions, float>::run};
    return {&Fetch<dimensions, std::int32_t>::run, &Fetch<dimensions, std::int32_t>::run};
}

} // namespace

Handlers select_tex_1d(const Decoding& decoding) { return fetch<1>(decoding); }
Handlers select_tex_2d(const Decoding& decoding) { return fetch<2>(decoding); }

} // namespace simulator
