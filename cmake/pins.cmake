# The release archives that replace packages which a system lacks, each pinned by its SHA256.
#
# pin(<package> <version> <address> <sha256>): read by dependencies.cmake. KERNELSMITH_PINS selects another table, see
# there.

pin(Catch2 3.7.1
    https://github.com/catchorg/Catch2/archive/v3.7.1.tar.gz
    c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c)

pin(CLI11 2.4.2
    https://github.com/CLIUtils/CLI11/archive/v2.4.2.tar.gz
    f2d893a65c3b1324c50d4e682c0cdc021dd0477ae2c048544f39eed6654b699a)

pin(tomlplusplus 3.4.0
    https://github.com/marzer/tomlplusplus/archive/v3.4.0.tar.gz
    8517f65938a4faae9ccf8ebb36631a38c1cadfb5efa85d9a72e15b9e97d25155)

pin(nlohmann_json 3.11.3
    https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
    d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d)

pin(fmt 10.2.1
    https://github.com/fmtlib/fmt/archive/10.2.1.tar.gz
    1250e4cc58bf06ee631567523f48848dc4596133e163f02615c97f78bab6c811)

pin(zstd 1.5.6
    https://github.com/facebook/zstd/releases/download/v1.5.6/zstd-1.5.6.tar.gz
    8c29e06cf42aacc1eafc4077ae2ec6c6fcb96a626157e0593d5e82a34fd403c1)

pin(lz4 1.10.0
    https://github.com/lz4/lz4/archive/v1.10.0.tar.gz
    537512904744b35e232912055ccf8ec66d768639ff3abe5788d90d792ec5f48b)
