#include "course/handed_out.h"

namespace grader {

bool is_as_handed_out(const Manifest& manifest, const RegionedSource& source) {
    if (source.regions.empty()) return false; // it is no skeleton any more
    return manifest.handed_out.empty() ? regions_begun(source) == 0
                                       : fingerprint(source) == manifest.handed_out;
}

} // namespace grader
