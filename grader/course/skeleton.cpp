#include "course/skeleton.h"

namespace grader {

bool is_unchanged_skeleton(const Manifest& manifest, const RegionedSource& source) {
    if (source.regions.empty()) return false; // not starter code any more
    return manifest.skeleton_fingerprint.empty() ? count_started_regions(source) == 0
                                                 : fingerprint(source) == manifest.skeleton_fingerprint;
}

} // namespace grader
