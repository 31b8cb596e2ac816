#pragma once

/// @file
/// Bounds-checked reading of values and strings from untrusted bytes.

#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace simulator {

/// Bytes of a file or of a part of it.
using Bytes = std::span<const std::byte>;

/// Returns @p count bytes of @p bytes from @p offset on; nullopt if they are out of bounds.
inline std::optional<Bytes> part_at(Bytes bytes, std::size_t offset, std::size_t count) {
    if (offset > bytes.size() || count > bytes.size() - offset) {
        return std::nullopt;
    }
    return bytes.subspan(offset, count);
}

/// Returns the trivially copyable value at @p offset; nullopt if it is out of bounds.
template <class T> std::optional<T> value_at(Bytes bytes, std::size_t offset) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::optional<Bytes> part = part_at(bytes, offset, sizeof(T));
    if (!part) {
        return std::nullopt;
    }
    T value;
    std::memcpy(&value, part->data(), sizeof value);
    return value;
}

/// Returns the string at @p offset up to its zero byte; nullopt if there is none.
inline std::optional<std::string_view> string_at(Bytes bytes, std::size_t offset) {
    if (offset >= bytes.size()) {
        return std::nullopt;
    }
    const Bytes rest = bytes.subspan(offset);
    const std::string_view text(reinterpret_cast<const char*>(rest.data()), rest.size());
    const std::size_t end = text.find('\0');
    return end == std::string_view::npos ? std::nullopt : std::optional(text.substr(0, end));
}

} // namespace simulator
