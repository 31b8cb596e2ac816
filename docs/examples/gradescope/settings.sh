# shellcheck shell=bash disable=SC2034 # run_autograder reads these
# What differs between assignments. Gradescope gets one archive for each of them, with this file in it.

# The labs that are to be handed in, as numbers: "04", or "01 02". Empty: what the assignment's title says, such as
# "Lab 04: tiles in shared memory".
LABS=

# How far a submission is kept away from the grader: strict, sandbox or process. README.md says what Gradescope has.
ISOLATION=strict

# Not empty: how fast programs are is shown to the whole class, on Gradescope's leaderboard. Without a GPU the speeds are modelled.
LEADERBOARD=
