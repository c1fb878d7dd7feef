/**
 * For tests of applications that use Chameleon: {@link io.chameleon.testing.ChameleonCluster} runs a whole cluster in
 * the process of the test, {@link io.chameleon.testing.ChameleonContainer} the project's image in a container. Both are
 * real: acknowledged objects are coded, committed to a PostgreSQL and read back from there.
 * {@code docs/guide/testing.md} shows how.
 */
@NullMarked
package io.chameleon.testing;

import org.jspecify.annotations.NullMarked;
