/**
 * Rules by which a bucket forgets: objects of some age, versions that others replaced, uploads that nobody completes.
 *
 * <p>Start at {@link io.chameleon.core.lifecycle.LifecycleRules}, the rules of one bucket, which are kept as a text in
 * its settings. A rule says when its time comes; the balancer's leader acts on it. Nothing here deletes.
 *
 * <p>Invariant: a text that is read as rules has only rules that can be carried out.
 */
@NullMarked
package io.chameleon.core.lifecycle;

import org.jspecify.annotations.NullMarked;
