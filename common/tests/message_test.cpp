#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "message/message.h"
#include "message/message_json.h"
#include "message/sentences.h"

namespace {

using kernelsmith::Message;
using kernelsmith::MessageKind;
using kernelsmith::Sentence;
using kernelsmith::Sentences;

constexpr MessageKind writes{"writes"};
constexpr MessageKind beyond{"beyond"};
constexpr MessageKind several{"several"};

const Sentence table[] = {
    {writes, "writes {bytes} {bytes|byte|bytes}{by? by {by}}{by! by nobody}"},
    {beyond, "{access}, {share:.1f} {{of}} {limit:percent}"},
    {several, "{all}; {all: and }"},
};

Sentences sentences() {
    return Sentences({table},
                     {{"percent", [](double share) { return std::to_string(int(share * 100)) + " %"; }}});
}

} // namespace

TEST_CASE("the sentence of a message includes its arguments", "[message]") {
    CHECK(sentences().of({writes, {{"bytes", 1}}}) == "writes 1 byte by nobody");
    CHECK(sentences().of({writes, {{"bytes", 4}, {"by", "a thread"}}}) == "writes 4 bytes by a thread");
    CHECK(sentences().of(
              {beyond, {{"access", Message(writes, {{"bytes", 2}})}, {"share", 0.25}, {"limit", 0.5}}}) ==
          "writes 2 bytes by nobody, 0.2 {of} 50 %");
    const std::vector<Message> two = {{writes, {{"bytes", 1}}}, {writes, {{"bytes", 2}}}};
    CHECK(sentences().of({several, {{"all", two}}}) ==
          "writes 1 byte by nobody, writes 2 bytes by nobody; writes 1 byte by nobody and writes 2 bytes by "
          "nobody");
    CHECK(sentences().of({}).empty());
}

TEST_CASE("an argument of another type than its form expects is printed all the same", "[message]") {
    CHECK(sentences().of({beyond, {{"access", 4}, {"share", "all"}, {"limit", "none"}}}) ==
          "4, all {of} none");
}

TEST_CASE("a message of a kind without a sentence is printed as data", "[message]") {
    CHECK(sentences().of({MessageKind{"new"}, {{"n", 3}}}) == R"({"kind":"new","n":3})");
}

TEST_CASE("a second sentence for a kind of message throws", "[message]") {
    CHECK_THROWS_AS(Sentences({table, table}), std::logic_error);
}

TEST_CASE("empty message arguments are omitted", "[message]") {
    CHECK(Message(writes, {{"by", ""}, {"of", Message()}, {"all", std::vector<Message>()}}) ==
          Message(writes));
}

TEST_CASE("a message returns its arguments", "[message]") {
    const Message message(beyond,
                          {{"access", Message(writes, {{"bytes", 2}})}, {"share", 0.25}, {"name", "out"}});
    CHECK(message.is(beyond));
    CHECK(message.has(writes));
    CHECK_FALSE(message.has(several));
    CHECK(message.message("access").number("bytes") == 2);
    CHECK(message.number("share") == 0.25);
    CHECK(message.text("name") == "out");
    CHECK(message.text("access").empty());
    CHECK(message.number("name") == 0);
    CHECK(message.message("name").empty());
}

TEST_CASE("a message survives a round trip through JSON", "[message]") {
    const Message message(several,
                          {{"all", std::vector<Message>{Message(writes, {{"bytes", 4}}), Message(beyond)}},
                           {"one", Message(writes)},
                           {"share", 0.5},
                           {"name", "out"}});
    const nlohmann::json json = message;
    CHECK(
        json.dump() ==
        R"({"all":[{"bytes":4,"kind":"writes"},{"kind":"beyond"}],"kind":"several","name":"out","one":{"kind":"writes"},"share":0.5})");
    CHECK(nlohmann::json(json.get<Message>()) == json);
    CHECK(nlohmann::json(Message()).is_null());
    CHECK(nlohmann::json().get<Message>().empty());
    CHECK_THROWS_AS(nlohmann::json::parse(R"({"bytes":4})").get<Message>(), nlohmann::json::exception);
    CHECK_THROWS_AS(nlohmann::json::parse(R"({"kind":"writes","bytes":true})").get<Message>(),
                    nlohmann::json::exception);
}

TEST_CASE("deeply nested messages are cut off", "[message]") {
    std::string deep = R"({"kind":"writes"})";
    for (int i = 0; i < 100; ++i) deep = R"({"kind":"several","all":)" + deep + "}";
    CHECK(nlohmann::json(nlohmann::json::parse(deep).get<Message>()).dump().size() < 1000);
}
