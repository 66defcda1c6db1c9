"""CUDA kernels: gathering rows of a factor, rules, the block by coordinate descent, dense similarities."""
