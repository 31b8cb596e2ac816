#pragma once

/// @file
/// The tables of a manifest that name files of a lab's solutions: `[[rung]]`, `[[wrong]]`, `[[alternative]]`,
/// `[[peer]]`, and what `[sweep]` does with them.

#include <vector>

#include "course/manifest.h"
#include "course/strict_table.h"

namespace grader {

/// `[[rung]]`, from the first rung up.
std::vector<Rung> read_rungs(StrictTable& lab);

/// `[[wrong]]`; each may name one of @p tasks.
std::vector<WrongFile> read_wrong(StrictTable& lab, const std::vector<Task>& tasks);

/// `[[alternative]]`.
std::vector<Alternative> read_alternatives(StrictTable& lab);

/// `[[peer]]`.
std::vector<Peer> read_peers(StrictTable& lab);

/// `[sweep]`, of a @p manifest whose rungs and timed cases have been read.
SweepRule read_sweep(StrictTable& table, const Manifest& manifest);

} // namespace grader
