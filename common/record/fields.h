#pragma once

/// @file
/// The names of a record's fields in JSON, declared once for its reader, its writer and its schema:
///
///     template <> struct kernelsmith::Fields<Peer> {
///         static constexpr auto list = std::tuple(field("name", &Peer::name), field("ms", &Peer::ms));
///     };
///     template <> struct kernelsmith::Names<Verdict> {
///         static constexpr std::array list = {named(Verdict::pass, "pass"), named(Verdict::fail, "fail")};
///     };

#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernelsmith {

/// A part of a record and its name in JSON. @p Form says how it is written where its type does not say that alone.
template <class Get, class Form> struct Field {
    std::string_view name;
    Get get;              ///< a pointer to a member, or a function that gives a reference into a record
    bool required = true; ///< false: an optional value that is left out where there is none
};

/// The field called @p name.
template <class Form = void, class Get> constexpr Field<Get, Form> field(std::string_view name, Get get) {
    return {name, get};
}

/// The same of an optional value that is left out where there is none.
template <class Get> constexpr Field<Get, void> optional_field(std::string_view name, Get get) {
    return {name, get, false};
}

/// Has `list`, a tuple of the fields of @p Record, where these are declared.
template <class Record> struct Fields;

/// Has `list`, an array of the values of @p Enum with their names, where these are declared.
template <class Enum> struct Names;

/// A value with its name.
template <class Enum> constexpr std::pair<Enum, std::string_view> named(Enum value, std::string_view name) {
    return {value, name};
}

template <class Record>
concept HasFields = requires {
    Fields<Record>::list;
};

template <class Enum>
concept HasNames = requires {
    Names<Enum>::list;
};

} // namespace kernelsmith
