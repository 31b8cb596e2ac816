#!/usr/bin/env bash
# Prepares the image that every submission is graded in: the CUDA Toolkit's compiler, a host compiler, and the course.
# Gradescope runs this once, as root, when the archive is uploaded.

set -euo pipefail
autograder=${AUTOGRADER:-/autograder}
readonly toolkit=13-0

# NVIDIA's own packages, because Ubuntu's have an older toolkit than 13. Only what compiling takes: about 400 MB.
install_toolkit() {
    local system keyring
    # shellcheck source=/dev/null
    system=$(. "${OS_RELEASE:-/etc/os-release}" && echo "$ID${VERSION_ID//./}")
    keyring=$(mktemp)
    curl -fsSL -o "$keyring" \
        "https://developer.download.nvidia.com/compute/cuda/repos/$system/x86_64/cuda-keyring_1.1-1_all.deb"
    dpkg -i "$keyring"
    apt-get update
    apt-get install -y --no-install-recommends "cuda-nvcc-$toolkit" "cuda-cudart-dev-$toolkit" "cuda-cccl-$toolkit"
}

export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends ca-certificates curl g++ jq
command -v nvcc >/dev/null || install_toolkit

archives=("$autograder"/source/kernelsmith-*-linux-x86_64.tar.gz)
[[ ${#archives[@]} -eq 1 && -f ${archives[0]} ]] || {
    echo "The uploaded archive has to hold one kernelsmith-VERSION-linux-x86_64.tar.gz." >&2
    exit 1
}
mkdir -p "$autograder/kernelsmith"
tar xzf "${archives[0]}" -C "$autograder/kernelsmith" --strip-components 1
chmod +x "$autograder/source/gradebook"

# For whoever reads the log of the image: what is missing, and which isolation there is.
"$autograder/kernelsmith/build/bin/grader" doctor || true
