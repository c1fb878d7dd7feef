/**
 * Shared by the tests of modules that start PostgreSQL, through node's test-jar.
 *
 * <p>Start at {@link io.chameleon.node.testing.FreshDatabase}.
 */
@NullMarked
package io.chameleon.node.testing;

import org.jspecify.annotations.NullMarked;
