#include "course/read_modelled.h"

#include <fmt/format.h>

namespace grader {
namespace {

// Checks the sizes that `steps_of` and `rounds_of` name. The rounds that the case does itself are part of
// those of the timed one.
void check_rounds(StrictTable& table, const ModelledCase& modelled) {
    const std::map<std::string, SizeRange>& sizes = modelled.sizes.sizes;
    if (!modelled.steps_of.empty() && !sizes.contains(modelled.steps_of))
        table.report_error("steps_of", fmt::format("unknown size '{}'", modelled.steps_of));
    if (!modelled.steps_of.empty() && (modelled.rounds > 1 || !modelled.rounds_of.empty()))
        table.report_error("steps_of", "must be without rounds");
    if (modelled.rounds_of.empty()) return;
    const auto size = sizes.find(modelled.rounds_of);
    if (size == sizes.end())
        table.report_error("rounds_of", fmt::format("unknown size '{}'", modelled.rounds_of));
    else if (size->second.min < 1 || size->second.max > std::int64_t{modelled.rounds})
        table.report_error("rounds_of", fmt::format("'{}' must be between 1 and rounds", modelled.rounds_of));
}

} // namespace

ModelledCase read_modelled(StrictTable& lab, const DefaultSizes& defaults, const std::vector<Case>& timed) {
    ModelledCase modelled;
    auto table = lab.optional_table("modelled");
    if (!table) return modelled;
    modelled.parts = static_cast<unsigned>(table->integer("parts", Sign::positive));
    modelled.error = table->optional_number("error", Sign::not_negative).value_or(0);
    modelled.no_speed = table->text_or_empty("no_speed");
    if (const auto rounds = table->optional_integer("rounds", Sign::positive))
        modelled.rounds = static_cast<unsigned>(*rounds);
    modelled.rounds_of = table->text_or_empty("rounds_of");
    modelled.steps_of = table->text_or_empty("steps_of");
    read_sizes_into(*table, defaults, timed, modelled.sizes);
    check_rounds(*table, modelled);
    table->report_unknown_keys();
    return modelled;
}

} // namespace grader
