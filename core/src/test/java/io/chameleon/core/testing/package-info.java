/**
 * What the tests of all modules share, through core's test-jar.
 *
 * <p>Start at {@link io.chameleon.core.testing.PatientAwaits}.
 */
@NullMarked
package io.chameleon.core.testing;

import org.jspecify.annotations.NullMarked;
