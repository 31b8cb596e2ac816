#pragma once
#include <string>
namespace CLI {
struct App {
    explicit App(std::string text) : description(text) {}
    std::string get_description() const { return description; }
    std::string description;
};
} // namespace CLI
