package io.chameleon.core.mapping.table;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a lookup. It also serves the write of a new key.
 *
 * @param mapping null if there is no such object
 * @param bucketPolicy the policy of new objects of the bucket
 */
public record Lookup(@Nullable ObjectMapping mapping, RedundancyPolicy bucketPolicy) {}
