#include "classroom/gradebook/pseudonyms.h"

#include <array>
#include <set>

#include <fmt/format.h>

#include "base/secrets.h"

namespace grader {
namespace {

constexpr std::array colours = {"amber", "black", "blue",   "brown", "copper", "golden", "green", "grey",
                                "olive", "pink",  "purple", "red",   "silver", "violet", "white", "yellow"};
constexpr std::array animals = {"badger", "beaver", "bison",  "crane", "deer",   "dolphin", "eagle",
                                "falcon", "finch",  "fox",    "frog",  "goose",  "hare",    "hawk",
                                "heron",  "horse",  "ibis",   "lark",  "lizard", "lynx",    "magpie",
                                "marten", "moose",  "otter",  "owl",   "panda",  "raven",   "salmon",
                                "seal",   "swan",   "turtle", "wolf"};
constexpr std::uint64_t numbers = 1000;

std::string pseudonym_from(std::uint64_t drawn) {
    const char* colour = colours[drawn % colours.size()];
    drawn /= colours.size();
    const char* animal = animals[drawn % animals.size()];
    drawn /= animals.size();
    return fmt::format("{} {} {:03}", colour, animal, drawn % numbers);
}

} // namespace

Pseudonyms::Pseudonyms(const Book& book, std::uint64_t key) {
    std::set<std::string> students;
    for (const BookStudent& student : book.students) students.insert(student.id);
    std::set<std::string> taken;
    for (const std::string& student : students) {
        std::string name;
        std::uint64_t attempt = 0;
        do name = pseudonym_from(derive(key, "pseudonym of " + student, attempt++));
        while (!taken.insert(name).second);
        names_.emplace(student, std::move(name));
    }
}

} // namespace grader
