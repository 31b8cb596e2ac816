#pragma once
namespace nlohmann {
struct json {
    json(int number) : value(number) {}
    template <typename T> T get() const { return value; }
    int value;
};
} // namespace nlohmann
