package io.chameleon.core.mapping.table;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a lookup, which serves a write of a new key as well.
 *
 * @param mapping null if there is no such object
 * @param bucketPolicy what a new object of the bucket starts with
 */
public record Lookup(@Nullable ObjectMapping mapping, RedundancyPolicy bucketPolicy) {}
