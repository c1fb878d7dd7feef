/**
 * Lifecycle configurations as S3's clients send and read them.
 *
 * <p>Start at {@link io.chameleon.s3.lifecycle.LifecycleDocument}. The rules themselves are those of
 * {@link io.chameleon.core.lifecycle}, which the balancer's leader carries out.
 *
 * <p>Invariant: a rule that is accepted runs. Transitions to other storage classes are refused: there are none.
 */
@NullMarked
package io.chameleon.s3.lifecycle;

import org.jspecify.annotations.NullMarked;
