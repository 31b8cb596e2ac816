// Calls each library once, so that whatever it would bring along is linked.

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>

int main() {
    const CLI::App app("consumer");
    const nlohmann::json document = toml::parse("labs = 8")["labs"].value_or(0);
    return fmt::format("{}{}", app.get_description(), document.get<int>()) == "consumer8" ? 0 : 1;
}
