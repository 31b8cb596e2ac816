#include "classroom/submissions/fingerprint.h"

#include <fmt/core.h>

#include "base/secrets.h"

namespace grader {

void Fingerprint::add(const std::string& part) { text_ += fmt::format("{}:{}", part.size(), part); }

void Fingerprint::add(const std::vector<FolderFile>& files) {
    for (const FolderFile& file : files) {
        add(file.name.string());
        add(file.text);
    }
}

std::string Fingerprint::digest(std::uint64_t secret) const {
    return fmt::format("{:016x}{:016x}", derive(secret, text_, 0), derive(secret, text_, 1));
}

} // namespace grader
