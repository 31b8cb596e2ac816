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
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernelsmith {

/// A part of a record and its name in JSON. @p Form converts it if its type alone does not determine how.
template <class Get, class Form> struct Field {
    std::string_view name;
    Get get;              ///< a pointer to a member, or a function that returns a reference into a record
    bool required = true; ///< false: a null is omitted, and a record without the field is accepted
};

/// Returns the field called @p name.
template <class Form = void, class Get> constexpr Field<Get, Form> field(std::string_view name, Get get) {
    return {name, get};
}

/// Returns the field called @p name, which a record may lack.
template <class Form = void, class Get>
constexpr Field<Get, Form> optional_field(std::string_view name, Get get) {
    return {name, get, false};
}

/// Accesses a part of a part of a record.
template <class Outer, class Inner> struct Nested {
    Outer outer;
    Inner inner;

    constexpr auto& operator()(auto& record) const { return std::invoke(inner, std::invoke(outer, record)); }
};

/// Returns the fields @p list of a part of a record as fields of the record itself.
template <class Part, class... Gets, class... Forms>
constexpr auto inlined(Part part, const std::tuple<Field<Gets, Forms>...>& list) {
    return std::apply(
        [&](const auto&... fields) {
            return std::tuple(
                Field<Nested<Part, Gets>, Forms>{fields.name, {part, fields.get}, fields.required}...);
        },
        list);
}

/// Specializations have `list`, a tuple of the fields of @p Record.
template <class Record> struct Fields;

/// Specializations have `list`, an array of the values of @p Enum with their names.
template <class Enum> struct Names;

/// Returns a value with its name.
template <class Enum> constexpr std::pair<Enum, std::string_view> named(Enum value, std::string_view name) {
    return {value, name};
}

/// Returns the name of @p value.
template <class Enum> constexpr std::string_view name_of(Enum value) {
    for (const auto& [known, name] : Names<Enum>::list)
        if (known == value) return name;
    return {};
}

/// Returns the value called @p name; no value if there is none.
template <class Enum> constexpr std::optional<Enum> value_named(std::string_view name) {
    for (const auto& [value, known] : Names<Enum>::list)
        if (known == name) return value;
    return std::nullopt;
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
