#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "record/json_fields.h"
#include "record/schema.h"

namespace record_test {

enum class Color { red, green };

struct Place {
    double x = 0;
    double y = 0;
};

struct Thing {
    std::string name;
    Color color = Color::red;
    Place place;
    std::vector<int> sizes;
    std::optional<double> weight;
    std::optional<Place> other;
    std::vector<std::pair<std::string, double>> seconds;
    std::string maker;
    std::vector<int> parts;
    std::map<Color, int> by_color;
    std::map<std::string, std::vector<int>> rows;
};

constexpr char values[] = "values";

struct Pin {
    std::string label;
    Place place;
};

} // namespace record_test

template <> struct kernelsmith::Names<record_test::Color> {
    using Color = record_test::Color;
    static constexpr std::array list = {named(Color::red, "red"), named(Color::green, "green")};
};
template <> struct kernelsmith::Fields<record_test::Place> {
    using Place = record_test::Place;
    static constexpr auto list = std::tuple(field("x", &Place::x), field("y", &Place::y));
};
template <> struct kernelsmith::Fields<record_test::Thing> {
    using Thing = record_test::Thing;
    static constexpr auto list =
        std::tuple(field("name", &Thing::name), field("color", &Thing::color), field("place", &Thing::place),
                   field(
                       "depth", [](auto& thing) -> auto& { return thing.place.y; }),
                   field("sizes", &Thing::sizes), field("weight", &Thing::weight),
                   optional_field("other", &Thing::other), field<AsObject>("seconds", &Thing::seconds),
                   field<NullWhenEmpty>("maker", &Thing::maker),
                   optional_field<NullWhenEmpty>("parts", &Thing::parts),
                   field<ByName>("by_color", &Thing::by_color),
                   field<ListsUnder<record_test::values>>("rows", &Thing::rows));
};
template <> struct kernelsmith::Fields<record_test::Pin> {
    using Pin = record_test::Pin;
    static constexpr auto list = std::tuple_cat(std::tuple(field("label", &Pin::label)),
                                                inlined(&Pin::place, Fields<record_test::Place>::list));
};

using nlohmann::json;
using record_test::Thing;

TEST_CASE("a record is written and read by the same list of fields", "[record]") {
    const Thing thing{
        "box", record_test::Color::green,        {1, 2},         {3, 4}, 0.5, {}, {{"b", 1}, {"a", 2}}, "",
        {},    {{record_test::Color::green, 7}}, {{"r", {1, 2}}}};
    const json written = thing;
    CHECK(written ==
          json::parse(R"({"name": "box", "color": "green", "place": {"x": 1.0, "y": 2.0}, "depth": 2.0,
        "sizes": [3, 4], "weight": 0.5, "seconds": {"b": 1.0, "a": 2.0}, "maker": null,
        "by_color": {"green": 7}, "rows": {"r": {"values": [1, 2]}}})"));
    CHECK(json(written.get<Thing>()) == written);
    const nlohmann::ordered_json ordered = thing;
    CHECK(ordered.dump().starts_with(R"({"name":"box","color":"green")"));
}

TEST_CASE("a missing optional value is written as null unless its field omits it", "[record]") {
    Thing thing;
    CHECK(json(thing).at("weight").is_null());
    CHECK_FALSE(json(thing).contains("other"));
    thing.other = record_test::Place{5, 6};
    CHECK(json(json(thing).get<Thing>()).at("other").at("y") == 6);
}

TEST_CASE("a missing field and an unknown enumerator in a record are rejected", "[record]") {
    json written = Thing();
    CHECK_THROWS_AS(json::object().get<Thing>(), json::exception);
    written["color"] = "blue";
    CHECK_THROWS_WITH(written.get<Thing>(), Catch::Matchers::EndsWith("'blue' is none of: red, green"));
    CHECK_THROWS_AS(json(7).get<Thing>(), json::exception);
}

TEST_CASE("a list that is omitted when empty is read when present", "[record]") {
    Thing thing;
    CHECK_FALSE(json(thing).contains("parts"));
    thing.parts = {5, 6};
    CHECK(json(thing).get<Thing>().parts == thing.parts);
}

TEST_CASE("fields of a nested record are stored in its parent", "[record]") {
    const json written = record_test::Pin{"here", {1, 2}};
    CHECK(written == json::parse(R"({"label": "here", "x": 1.0, "y": 2.0})"));
    CHECK(written.get<record_test::Pin>().place.y == 2);
}

TEST_CASE("a list of fields has a schema", "[record]") {
    const json schema = kernelsmith::Schema<Thing>::of();
    CHECK(schema.at("required") == json({"name", "color", "place", "depth", "sizes", "weight", "seconds",
                                         "maker", "by_color", "rows"}));
    const json& properties = schema.at("properties");
    CHECK(properties.at("color") == json::parse(R"({"enum": ["red", "green"]})"));
    CHECK(properties.at("depth") == json::parse(R"({"type": "number"})"));
    CHECK(properties.at("sizes") == json::parse(R"({"type": "array", "items": {"type": "integer"}})"));
    CHECK(properties.at("weight") == json::parse(R"({"oneOf": [{"type": "number"}, {"type": "null"}]})"));
    CHECK(properties.at("place").at("properties").contains("x"));
}
