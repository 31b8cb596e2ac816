#pragma once
#include <string>
namespace fmt {
std::string format(const char*, const std::string& first, int second);
} // namespace fmt
