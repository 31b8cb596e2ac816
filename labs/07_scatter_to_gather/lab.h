#pragma once

/// @file
/// Lab 07: the electric potential of charged atoms at the points of a grid. README.md has the tasks.

/// How large an atom is: a small ball of charge, not a point. Near an atom the potential levels off at charge
/// / SOFTENING, also for an atom that lies exactly on a point of the grid.
constexpr float SOFTENING = 0.25f;

/// An atom: where it is, and its charge. 16 bytes, and so one load.
struct alignas(16) Atom {
    float x;      ///< along a row of the grid, in the unit of the spacing
    float y;      ///< along a column
    float z;      ///< out of the grid's plane
    float charge; ///< of either sign
};

/// What potential() works on: a list of atoms and a grid in the plane z = 0.
///
/// Point (row, column) of the grid lies at (column * spacing, row * spacing, 0), and its potential stands at
/// `row * width + column`. The spacing is a power of two, so the coordinates of a point are exact in fp32. No
/// side has more than 65535 points, and no grid more than an int can count.
struct PotentialArgs {
    const Atom* atoms; ///< `count` atoms, anywhere; only to be read; aligned to 256 bytes
    float* potential;  ///< height x width, to be written, whatever stands there before; aligned likewise
    int width;         ///< points in a row; up to 65535; may be 0
    int height;        ///< rows; up to 65535; may be 0
    int count;         ///< atoms; any number; may be 0, and then every potential is 0
    float spacing;     ///< from a point to the next, in a row and in a column; a power of two
};

/// Writes the potential of each point: the sum over all atoms of
///
///     charge / sqrt(dx² + dy² + dz² + SOFTENING²)
///
/// with dx, dy and dz from the atom to the point. The order of summation is free; every value is fp32.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// one atom {0, 0, 0, 1}, a grid of 1 x 3 points, spacing 1:    {4, 0.970, 0.496}
/// @endcode
extern "C" void potential(const PotentialArgs& args);

/// How many groups of @p size it takes to hold @p count things: `groups_of(128, 300)` is 3.
constexpr int groups_of(int size, int count) { return (count + size - 1) / size; }
