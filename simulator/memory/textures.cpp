#include "memory/textures.h"

namespace simulator {

std::uint64_t Textures::add(const Texture& texture) {
    textures_.emplace(++last_, texture);
    return last_;
}

const Texture* Textures::find(std::uint64_t handle) const {
    const auto found = textures_.find(handle);
    return found == textures_.end() ? nullptr : &found->second;
}

} // namespace simulator
