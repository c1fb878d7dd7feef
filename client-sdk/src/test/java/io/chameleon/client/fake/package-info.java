/**
 * A cluster in one process for tests of the SDK: flash servers that keep fragments in a map and fail on demand, and a metadata
 * service over {@link io.chameleon.core.mapping.memory.InMemoryMappingTable}, on a loopback network. Start at
 * {@link io.chameleon.client.fake.FakeCluster}.
 */
@NullMarked
package io.chameleon.client.fake;

import org.jspecify.annotations.NullMarked;
