/**
 * Carries out the rules of buckets: expires objects, deletes versions and delete markers, aborts old uploads.
 *
 * <p>Start at {@link io.chameleon.balancer.lifecycle.Lifecycle}, which walks the buckets a page at a time;
 * {@link io.chameleon.balancer.lifecycle.VersionWalk} decides about each version and remembers where it is.
 *
 * <p>Invariant: what goes is the very version that was judged. Whoever wrote another meanwhile loses nothing.
 */
@NullMarked
package io.chameleon.balancer.lifecycle;

import org.jspecify.annotations.NullMarked;
