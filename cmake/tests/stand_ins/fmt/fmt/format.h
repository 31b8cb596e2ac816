#pragma once
#include <string>
namespace fmt {
inline std::string format(const char*, const std::string& first, int second) { return first + std::to_string(second); }
} // namespace fmt
