/**
 * Shared by the tests of all modules, through core's test-jar.
 *
 * <p>Start at {@link io.chameleon.core.testing.PatientAwaits}.
 */
@NullMarked
package io.chameleon.core.testing;

import org.jspecify.annotations.NullMarked;
