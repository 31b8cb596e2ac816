#pragma once

/// @file
/// Instructions of every form, in words that a parser has to understand.

#include <random>
#include <string>
#include <vector>

#include "ptx/form.h"

/// An instruction as text.
struct RowSample {
    simulator::ptx::Form form;
    std::vector<simulator::ptx::Word> words; ///< its suffixes, in the order of the row
    std::string text;
};

/// A module with a function around @p statements, which may use what samples use.
std::string module_around_samples(const std::string& statements);

/// Samples of a form in which each suffix of each place occurs. Throws std::runtime_error when one is never
/// accepted.
std::vector<RowSample> samples_of(simulator::ptx::Form form);
