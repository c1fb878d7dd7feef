/**
 * Load for servers that speak S3, without any library: the same for the gateway and for its peers.
 *
 * <p>Start at {@link S3Load}, which measures servers in alternation, and {@link S3Crowd}, which measures what many
 * clients at a time cost one in memory. {@code benchmarks/peers/compare} and {@code benchmarks/peers/crowd} start both.
 */
@NullMarked
package io.chameleon.benchmarks.s3;

import org.jspecify.annotations.NullMarked;
