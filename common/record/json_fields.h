#pragma once

/// @file
/// Conversion between JSON and records with a list of fields (record/fields.h). Include this only where such
/// a record is read or written: the code for each field is instantiated here.

#include <functional>
#include <optional>
#include <string>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "record/fields.h"

namespace kernelsmith {

/// Calls @p visit with each field of @p list.
template <class List, class Visit> void for_each_field(const List& list, Visit visit) {
    std::apply([&](const auto&... fields) { (visit(fields), ...); }, list);
}

/// Converts the fields of @p record in @p list to a JSON object.
template <class Json, class List, class Record> Json fields_to_json(const List& list, const Record& record) {
    Json json = Json::object();
    for_each_field(list, [&]<class Get, class Form>(const Field<Get, Form>& field) {
        const auto& value = std::invoke(field.get, record);
        Json written;
        if constexpr (std::is_void_v<Form>)
            written = value;
        else
            written = Form::template written<Json>(value);
        if (field.required || !written.is_null()) json[std::string(field.name)] = std::move(written);
    });
    return json;
}

/// Reads the fields of @p record in @p list. Other members of @p json are ignored.
template <class Json, class List, class Record>
void fields_from_json(const Json& json, const List& list, Record& record) {
    for_each_field(list, [&]<class Get, class Form>(const Field<Get, Form>& field) {
        auto& value = std::invoke(field.get, record);
        const std::string name(field.name);
        if (!field.required && !json.contains(name)) return;
        const Json& found = json.at(name);
        if constexpr (std::is_void_v<Form>)
            found.get_to(value);
        else
            Form::read(found, value);
    });
}

/// Fields of the record itself, those of @p list, as a JSON object of their own.
template <const auto& list> struct Group {
    template <class Json, class Record> static Json written(const Record& record) {
        return fields_to_json<Json>(list, record);
    }
    template <class Json, class Record> static void read(const Json& json, Record& record) {
        fields_from_json(json, list, record);
    }
};

/// A vector of names and values as a JSON object, which keeps the order in an ordered document.
struct AsObject {
    template <class Json, class Pairs> static Json written(const Pairs& pairs) {
        Json object = Json::object();
        for (const auto& [name, value] : pairs) object[name] = value;
        return object;
    }
    template <class Json, class Pairs> static void read(const Json& object, Pairs& pairs) {
        pairs.clear();
        for (const auto& [name, value] : object.items())
            pairs.emplace_back(name, value.template get<typename Pairs::value_type::second_type>());
    }
};

/// A text that is JSON as that value, and an empty text as null.
struct AsJson {
    template <class Json> static Json written(const std::string& text) {
        return text.empty() ? Json() : Json::parse(text);
    }
    template <class Json> static void read(const Json& json, std::string& text) {
        text = json.is_null() ? "" : json.dump();
    }
};

/// An empty text or list as null.
struct NullWhenEmpty {
    template <class Json, class Value> static Json written(const Value& value) {
        return value.empty() ? Json() : Json(value);
    }
    template <class Json, class Value> static void read(const Json& json, Value& value) {
        value = json.is_null() ? Value() : json.template get<Value>();
    }
};

/// A map whose keys are enumerators with names, as a JSON object.
struct ByName {
    template <class Json, class Map> static Json written(const Map& map) {
        Json object = Json::object();
        for (const auto& [key, value] : map) object[std::string(kernelsmith::name_of(key))] = value;
        return object;
    }
    template <class Json, class Map> static void read(const Json& object, Map& map) {
        map.clear();
        for (const auto& [name, value] : object.items())
            map[Json(name).template get<typename Map::key_type>()] =
                value.template get<typename Map::mapped_type>();
    }
};

/// A map of lists. Each list is the member @p name of a separate JSON object.
template <const auto& name> struct ListsUnder {
    template <class Json, class Map> static Json written(const Map& map) {
        Json object = Json::object();
        for (const auto& [key, list] : map) object[key] = {{name, list}};
        return object;
    }
    template <class Json, class Map> static void read(const Json& object, Map& map) {
        map.clear();
        for (const auto& [key, value] : object.items()) value.at(name).get_to(map[key]);
    }
};

} // namespace kernelsmith

/// Converts a record to a JSON object with all of its fields.
template <kernelsmith::HasFields Record> struct nlohmann::adl_serializer<Record, void> {
    template <class Json> static void to_json(Json& json, const Record& record) {
        json = kernelsmith::fields_to_json<Json>(kernelsmith::Fields<Record>::list, record);
    }
    template <class Json> static void from_json(const Json& json, Record& record) {
        kernelsmith::fields_from_json(json, kernelsmith::Fields<Record>::list, record);
    }
};

/// Converts an enumerator to its name.
template <kernelsmith::HasNames Enum> struct nlohmann::adl_serializer<Enum, void> {
    template <class Json> static void to_json(Json& json, Enum value) { json = kernelsmith::name_of(value); }
    template <class Json> static void from_json(const Json& json, Enum& value) {
        const std::string wanted = json;
        if (const std::optional<Enum> found = kernelsmith::value_named<Enum>(wanted)) {
            value = *found;
            return;
        }
        std::string names;
        for (const auto& [known, name] : kernelsmith::Names<Enum>::list)
            names += (names.empty() ? "" : ", ") + std::string(name);
        throw nlohmann::json::other_error::create(501, "'" + wanted + "' is none of: " + names, &json);
    }
};

/// Converts an absent optional value to null.
template <class Value> struct nlohmann::adl_serializer<std::optional<Value>, void> {
    template <class Json> static void to_json(Json& json, const std::optional<Value>& value) {
        if (value)
            json = *value;
        else
            json = nullptr;
    }
    template <class Json> static void from_json(const Json& json, std::optional<Value>& value) {
        if (json.is_null())
            value.reset();
        else
            value = json.template get<Value>();
    }
};
