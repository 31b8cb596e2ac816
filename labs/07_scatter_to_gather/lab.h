#pragma once

/// @file
/// Lab 07: the electric potential of charged atoms at the points of a grid. README.md has the tasks.

/// The size of an atom, which is a small ball of charge and not a point. Near an atom the potential levels off
/// at charge / SOFTENING, also for an atom exactly on a point of the grid.
constexpr float SOFTENING = 0.25f;

/// The position and the charge of an atom, in 16 bytes: one vector load.
struct alignas(16) Atom {
    float x;      ///< coordinate along a row of the grid, in the unit of the spacing
    float y;      ///< coordinate along a column
    float z;      ///< distance from the grid's plane, signed
    float charge; ///< positive or negative
};

/// The arguments of potential(): a list of atoms and a grid in the plane z = 0.
///
/// Point (row, column) of the grid is at (column * spacing, row * spacing, 0); the index of its potential is
/// `row * width + column`. The spacing is a power of two, so the coordinates of a point are exact in fp32. No
/// side has more than 65535 points, and the number of points fits into an int.
struct PotentialArgs {
    const Atom* atoms; ///< `count` atoms, anywhere; read-only; aligned to 256 bytes
    float* potential;  ///< height x width, to be overwritten, whatever its content; aligned to 256 bytes
    int width;         ///< points per row; up to 65535; may be 0
    int height;        ///< rows; up to 65535; may be 0
    int count;         ///< atoms; any number; may be 0, and then every potential is 0
    float spacing;     ///< distance of neighbouring points, in a row and in a column; a power of two
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

/// Returns the number of groups of @p size that hold @p count things, rounded up: `groups_of(128, 300)` is 3.
constexpr int groups_of(int size, int count) { return (count + size - 1) / size; }
