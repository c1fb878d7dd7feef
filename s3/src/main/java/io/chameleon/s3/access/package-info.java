/**
 * Who may do what. {@link io.chameleon.s3.access.AccessControl} has the one decision.
 *
 * <p>Invariant: no operation on a bucket runs before the decision was yes.
 */
@NullMarked
package io.chameleon.s3.access;

import org.jspecify.annotations.NullMarked;
