/**
 * The errors of the store: one sealed family. Each error has a stable code, says whether a retry can help, and advises
 * the user.
 *
 * <p>In: a {@link io.chameleon.core.error.ChameleonError} that crossed the wire, or a failure in this process. Out: a
 * {@link io.chameleon.client.error.ChameleonException}. Start at that class; {@link io.chameleon.client.error.Errors}
 * is the mapping.
 *
 * <p>Invariant: only {@link io.chameleon.client.error.WriteOutcomeUnknownException} and
 * {@link io.chameleon.client.error.OperationCancelledException} leave open whether a write happened.
 */
@NullMarked
package io.chameleon.client.error;

import org.jspecify.annotations.NullMarked;
