#pragma once

/// @file
/// The arguments of a call as bytes. Which way an argument goes follows from its type, so both sides need to know no
/// more than the function's declaration.

#include <driver_types.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "protocol/ring.h"

namespace simulator::protocol {

/// Puts values behind each other.
class Writer {
public:
    /// A value as it stands in memory.
    template <class Value> void put(const Value& value) {
        static_assert(std::is_trivially_copyable_v<Value>);
        put_bytes(std::as_bytes(std::span(&value, 1)));
    }
    /// Bytes, of which the other side knows how many there are.
    void put_bytes(std::span<const std::byte> bytes) {
        data_.insert(data_.end(), bytes.begin(), bytes.end());
    }
    /// Room for so many bytes, for who fills it before anything else is put behind it.
    std::byte* append_space(std::size_t bytes) {
        data_.resize(data_.size() + bytes);
        return data_.data() + data_.size() - bytes;
    }
    /// A text with its length.
    void put_text(std::string_view text) {
        put(static_cast<std::uint32_t>(text.size()));
        put_bytes(std::as_bytes(std::span(text)));
    }
    /// All of it.
    [[nodiscard]] std::span<const std::byte> data() const { return data_; }
    /// Begins anew.
    void clear() { data_.clear(); }

private:
    std::vector<std::byte> data_;
};

/// Takes them apart. Throws ChannelError at the end of the bytes.
class Reader {
public:
    /// The bytes have to outlive it.
    explicit Reader(std::span<const std::byte> data) : rest_(data) {}
    /// The next value.
    template <class Value> Value get() {
        static_assert(std::is_trivially_copyable_v<Value>);
        std::array<std::byte, sizeof(Value)> bytes;
        std::memcpy(bytes.data(), get_bytes(sizeof(Value)).data(), sizeof(Value));
        return std::bit_cast<Value>(bytes);
    }
    /// So many of the next bytes.
    std::span<const std::byte> get_bytes(std::size_t count) {
        if (count > rest_.size()) {
            throw ChannelError("a message is shorter than what it holds");
        }
        const std::span<const std::byte> bytes = rest_.first(count);
        rest_ = rest_.subspan(count);
        return bytes;
    }
    /// The next text.
    std::string get_text() {
        const std::span<const std::byte> bytes = get_bytes(get<std::uint32_t>());
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    /// What has not been taken yet.
    [[nodiscard]] std::span<const std::byte> rest() const { return rest_; }

private:
    std::span<const std::byte> rest_;
};

/// Whether a pointer is only a number to the device: of memory, or a handle.
template <class T> inline constexpr bool is_opaque = std::is_void_v<T> || std::is_function_v<T> || !requires {
    sizeof(T);
};

/// Whether there may be several of what a pointer to a constant points to.
template <class T> inline constexpr bool is_list =
    std::is_same_v<T, cudaGraphNode_t> || std::is_same_v<T, cudaGraphEdgeData>;

/// How an argument of a type goes over, and comes back. In general as a value, and not back.
template <class T> struct Argument {
    T value = {}; ///< on the device's side

    /// The program puts it into a call,
    static void send(Writer& out, const T& argument) { out.put(argument); }
    /// the device takes it out,
    void receive(Reader& in) { value = in.get<T>(); }
    /// gives it to the function,
    T pass() { return value; }
    /// puts what comes back into the answer,
    void answer(Writer&) const {}
    /// and the program takes that out.
    static void take(Reader&, const T&) {}
};

/// @cond the same, for pointers

/// A place for a result: what is there goes over, and what is there afterwards comes back.
template <class T>
requires(!is_opaque<T> && !std::is_const_v<T>) struct Argument<T*> {
    std::optional<T> value = {}; ///< none where the program gave a null pointer

    static void send(Writer& out, const T* argument) {
        out.put(static_cast<std::uint8_t>(argument != nullptr));
        if (argument != nullptr) {
            out.put(*argument);
        }
    }
    void receive(Reader& in) {
        if (in.get<std::uint8_t>() != 0) {
            value = in.get<T>();
        }
    }
    T* pass() { return value ? &*value : nullptr; }
    void answer(Writer& out) const {
        if (value) {
            out.put(*value);
        }
    }
    static void take(Reader& in, T* argument) {
        if (argument != nullptr) {
            *argument = in.get<T>();
        }
    }
};

/// Something to be read: it goes over as a place for a result does, and does not come back.
template <class T>
requires(!is_opaque<T> && !is_list<T>) struct Argument<const T*> : Argument<T*> {
    void answer(Writer&) const {}
    static void take(Reader&, const T*) {}
};

/// Something of which there may be several. It stays where it is, and is read there.
template <class T>
requires(!is_opaque<T> && is_list<T>) struct Argument<const T*> {
    const T* value = nullptr; ///< an address at the program

    static void send(Writer& out, const T* argument) { out.put(argument); }
    void receive(Reader& in) { value = in.get<const T*>(); }
    [[nodiscard]] const T* pass() const { return value; }
    void answer(Writer&) const {}
    static void take(Reader&, const T*) {}
};

/// A text.
template <> struct Argument<const char*> {
    std::optional<std::string> value = {}; ///< none where the program gave a null pointer

    static void send(Writer& out, const char* argument) {
        out.put(static_cast<std::uint8_t>(argument != nullptr));
        if (argument != nullptr) {
            out.put_text(argument);
        }
    }
    void receive(Reader& in) {
        if (in.get<std::uint8_t>() != 0) {
            value = in.get_text();
        }
    }
    [[nodiscard]] const char* pass() const { return value ? value->c_str() : nullptr; }
    void answer(Writer&) const {}
    static void take(Reader&, const char*) {}
};
/// @endcond

/// On the device's side: calls @p function with arguments out of @p in, and puts what comes back into @p out.
template <class Result, class... Parameters>
Result invoke(Result (*function)(Parameters...), Reader& in, Writer& out) {
    std::tuple<Argument<std::remove_cv_t<Parameters>>...> arguments;
    std::apply([&](auto&... each) { (each.receive(in), ...); }, arguments);
    const Result result = std::apply([&](auto&... each) { return function(each.pass()...); }, arguments);
    std::apply([&](const auto&... each) { (each.answer(out), ...); }, arguments);
    return result;
}

/// On the program's side: puts arguments into a call.
template <class... Arguments> void send(Writer& out, const Arguments&... arguments) {
    (Argument<Arguments>::send(out, arguments), ...);
}
/// The same for what comes back.
template <class... Arguments> void take(Reader& in, const Arguments&... arguments) {
    (Argument<Arguments>::take(in, arguments), ...);
}

} // namespace simulator::protocol
