#pragma once

/// @file
/// Reads the tables of a manifest that name files of a lab's solutions: `[[rung]]`, `[[wrong]]`,
/// `[[alternative]]`, `[[peer]]`, and `[sweep]`.

#include <vector>

#include "course/manifest.h"
#include "course/strict_table.h"

namespace grader {

/// Reads `[[rung]]`, from the first rung up.
std::vector<Rung> read_rungs(StrictTable& lab);

/// Reads `[[wrong]]`; each may name one of @p tasks.
std::vector<WrongFile> read_wrong(StrictTable& lab, const std::vector<Task>& tasks);

/// Reads `[[alternative]]`.
std::vector<Alternative> read_alternatives(StrictTable& lab);

/// Reads `[[peer]]`.
std::vector<Peer> read_peers(StrictTable& lab);

/// Reads `[sweep]`, after the rungs and timed cases of @p manifest.
SweepRule read_sweep(StrictTable& table, const Manifest& manifest);

} // namespace grader
