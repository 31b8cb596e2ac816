#include <fmt/format.h>
std::string fmt::format(const char*, const std::string& first, int second) { return first + std::to_string(second); }
