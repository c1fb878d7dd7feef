/**
 * What the store answers instead of doing what was asked: one sealed family, each with a stable code, whether a retry can help,
 * and advice for the user.
 *
 * <p>In: a {@link io.chameleon.core.error.ChameleonError} that crossed the wire, or a failure in this process. Out: a
 * {@link io.chameleon.client.error.ChameleonException}. Start at that class; {@link io.chameleon.client.error.Errors} is the mapping.
 *
 * <p>Invariant: only {@link io.chameleon.client.error.WriteOutcomeUnknownException} and
 * {@link io.chameleon.client.error.OperationCancelledException} leave open whether a write happened.
 */
@NullMarked
package io.chameleon.client.error;

import org.jspecify.annotations.NullMarked;
