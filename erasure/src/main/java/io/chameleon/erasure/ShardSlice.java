package io.chameleon.erasure;

/**
 * Bytes of one data shard.
 *
 * @param shard 0 … k - 1
 * @param offset first byte within the shard
 * @param length bytes, at least 1
 */
public record ShardSlice(int shard, int offset, int length) {}
