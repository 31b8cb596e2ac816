#pragma once

/// @file
/// Marshalling of a call's arguments. The type of an argument determines its direction, so both sides need
/// only the declaration of the function.

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

/// Appends values to a byte buffer.
class Writer {
public:
    /// Appends a value in its memory representation.
    template <class Value> void put(const Value& value) {
        static_assert(std::is_trivially_copyable_v<Value>);
        put_bytes(std::as_bytes(std::span(&value, 1)));
    }
    /// Appends bytes whose count the other side knows.
    void put_bytes(std::span<const std::byte> bytes) {
        data_.insert(data_.end(), bytes.begin(), bytes.end());
    }
    /// Appends @p bytes of space and returns its address. The caller must fill it before it appends anything
    /// else.
    std::byte* append_space(std::size_t bytes) {
        data_.resize(data_.size() + bytes);
        return data_.data() + data_.size() - bytes;
    }
    /// Appends the length of a text and the text.
    void put_text(std::string_view text) {
        put(static_cast<std::uint32_t>(text.size()));
        put_bytes(std::as_bytes(std::span(text)));
    }
    /// Returns all bytes.
    [[nodiscard]] std::span<const std::byte> data() const { return data_; }
    /// Makes the buffer empty.
    void clear() { data_.clear(); }

private:
    std::vector<std::byte> data_;
};

/// Extracts values from a byte buffer. Throws ChannelError if too few bytes are left.
class Reader {
public:
    /// @p data must outlive this object.
    explicit Reader(std::span<const std::byte> data) : rest_(data) {}
    /// Returns the next value.
    template <class Value> Value get() {
        static_assert(std::is_trivially_copyable_v<Value>);
        std::array<std::byte, sizeof(Value)> bytes;
        std::memcpy(bytes.data(), get_bytes(sizeof(Value)).data(), sizeof(Value));
        return std::bit_cast<Value>(bytes);
    }
    /// Returns the next @p count bytes.
    std::span<const std::byte> get_bytes(std::size_t count) {
        if (count > rest_.size()) {
            throw ChannelError("a message is shorter than what it holds");
        }
        const std::span<const std::byte> bytes = rest_.first(count);
        rest_ = rest_.subspan(count);
        return bytes;
    }
    /// Returns the next text.
    std::string get_text() {
        const std::span<const std::byte> bytes = get_bytes(get<std::uint32_t>());
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    /// Returns the bytes that have not been extracted.
    [[nodiscard]] std::span<const std::byte> rest() const { return rest_; }

private:
    std::span<const std::byte> rest_;
};

/// Whether a pointer to T is only an integer to the device: an address, or a handle.
template <class T> inline constexpr bool is_opaque = std::is_void_v<T> || std::is_function_v<T> || !requires {
    sizeof(T);
};

/// Whether a `const T*` may point to more than one T.
template <class T> inline constexpr bool is_list =
    std::is_same_v<T, cudaGraphNode_t> || std::is_same_v<T, cudaGraphEdgeData>;

/// Marshals an argument of type T: to the device with the call, and to the program with the reply. By
/// default, only the call transfers it, by value.
template <class T> struct Argument {
    T value = {}; ///< argument on the device's side

    /// The program appends the argument to a call.
    static void send(Writer& out, const T& argument) { out.put(argument); }
    /// Extracts the argument from a call, on the device.
    void receive(Reader& in) { value = in.get<T>(); }
    /// Returns the argument for the function that invoke() calls on the device.
    T pass() { return value; }
    /// The device appends the result to the reply.
    void answer(Writer&) const {}
    /// The program extracts the result.
    static void take(Reader&, const T&) {}
};

/// @cond specializations for pointers

/// Pointer to a result: its value is sent with the call and returned with the reply.
template <class T>
requires(!is_opaque<T> && !std::is_const_v<T>) struct Argument<T*> {
    std::optional<T> value = {}; ///< empty if the program passed a null pointer

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

/// Pointer to an input: sent like a result, but not returned.
template <class T>
requires(!is_opaque<T> && !is_list<T>) struct Argument<const T*> : Argument<T*> {
    void answer(Writer&) const {}
    static void take(Reader&, const T*) {}
};

/// Pointer to a list. The list stays in the program's memory, and the device reads it there.
template <class T>
requires(!is_opaque<T> && is_list<T>) struct Argument<const T*> {
    const T* value = nullptr; ///< address in the program

    static void send(Writer& out, const T* argument) { out.put(argument); }
    void receive(Reader& in) { value = in.get<const T*>(); }
    [[nodiscard]] const T* pass() const { return value; }
    void answer(Writer&) const {}
    static void take(Reader&, const T*) {}
};

/// A C string.
template <> struct Argument<const char*> {
    std::optional<std::string> value = {}; ///< empty if the program passed a null pointer

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

/// Device side: extracts the arguments from @p in, calls @p function, and appends the results to @p out.
template <class Result, class... Parameters>
Result invoke(Result (*function)(Parameters...), Reader& in, Writer& out) {
    std::tuple<Argument<std::remove_cv_t<Parameters>>...> arguments;
    std::apply([&](auto&... each) { (each.receive(in), ...); }, arguments);
    const Result result = std::apply([&](auto&... each) { return function(each.pass()...); }, arguments);
    std::apply([&](const auto&... each) { (each.answer(out), ...); }, arguments);
    return result;
}

/// Program side: appends the arguments to a call.
template <class... Arguments> void send(Writer& out, const Arguments&... arguments) {
    (Argument<Arguments>::send(out, arguments), ...);
}
/// Program side: extracts the results from a reply.
template <class... Arguments> void take(Reader& in, const Arguments&... arguments) {
    (Argument<Arguments>::take(in, arguments), ...);
}

} // namespace simulator::protocol
