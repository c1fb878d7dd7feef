/**
 * A cluster in one process for tests of the SDK: the flash servers and the metadata service of
 * {@link io.chameleon.testkit.fake}, on a loopback network. Start at {@link io.chameleon.client.fake.FakeCluster}.
 */
@NullMarked
package io.chameleon.client.fake;

import org.jspecify.annotations.NullMarked;
