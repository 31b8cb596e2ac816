#include "backend/backend.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "backend/gpu.h"
#include "backend/host.h"
#include "errors.h"

namespace grader {

std::unique_ptr<Backend> make_backend(const std::string& name, const Places& places,
                                      const std::string& device) {
    if (name == "auto" || name == "gpu") return make_gpu_backend(places, device);
    if (name == "host") return make_host_backend(places);
    throw UsageError(fmt::format("There is no backend {}. There are: auto, gpu.", name));
}

std::string device_slug(const std::string& name) {
    std::string slug;
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isalnum(letter) != 0)
            slug += static_cast<char>(std::tolower(letter));
        else if (!slug.empty() && slug.back() != '_')
            slug += '_';
    }
    for (const std::string_view brand : {"nvidia_", "geforce_", "tesla_", "quadro_"})
        if (slug.starts_with(brand)) slug.erase(0, brand.size());
    while (slug.ends_with('_')) slug.pop_back();
    return slug;
}

} // namespace grader
