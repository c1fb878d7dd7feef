/**
 * Conditions of bucket policies: what must be true of a request beside who asks for what. Start at
 * {@link io.chameleon.s3.policy.condition.Conditions}.
 *
 * <p>Invariant: a condition that was read is judged exactly. An operator, a key or a value that would not be is refused
 * when the policy is set, because a condition that is passed over opens a bucket.
 */
@NullMarked
package io.chameleon.s3.policy.condition;

import org.jspecify.annotations.NullMarked;
