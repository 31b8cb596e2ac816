#include "loading/workaround_for.h"

#include <algorithm>
#include <span>

namespace simulator::runtime {
namespace {

struct Feature {
    /// Prefixes of its instructions and registers, with the opening quote.
    std::span<const std::string_view> names;
    std::string_view workaround_for;
};

constexpr std::string_view tensor_cores[] = {"'wmma", "'mma", "'ldmatrix", "'stmatrix", "'wgmma", "'tcgen05"};
constexpr std::string_view surfaces[] = {"'sust", "'suld", "'sured"};
constexpr std::string_view textures[] = {"'tex", "'tld4", "'txq"};
constexpr std::string_view clusters[] = {
    "'.explicitcluster", "'.reqnctapercluster", "'%cluster", "'barrier.cluster", "'mapa",
    "'getctarank",       "'cp.async.bulk"};

constexpr Feature features[] = {
    {tensor_cores, "tensor cores are not simulated: give the kernel a path without them, or run it on a GPU"},
    {surfaces, "surfaces are not simulated: write to memory, and copy it into an array for textures"},
    {textures, "of the texture functions, only tex1Dfetch, tex1D and tex2D are simulated: use one of these, "
               "or read memory directly"},
    {clusters,
     "clusters are not simulated: let blocks exchange values in global memory, and compile for compute_80"},
};

} // namespace

std::string_view workaround_for(std::string_view what) {
    for (const Feature& feature : features)
        if (std::ranges::any_of(feature.names, [&](std::string_view name) { return what.starts_with(name); }))
            return feature.workaround_for;
    return {};
}

} // namespace simulator::runtime
