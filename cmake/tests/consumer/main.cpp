// Calls each library once, so that everything that it depends on is linked.

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <lz4.h>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>
#include <zstd.h>

int main() {
    const CLI::App app("consumer");
    const nlohmann::json document = toml::parse("labs = 8")["labs"].value_or(0);
    if (ZSTD_versionNumber() == 0 || LZ4_versionNumber() == 0) {
        return 1;
    }
    return fmt::format("{}{}", app.get_description(), document.get<int>()) == "consumer8" ? 0 : 1;
}
