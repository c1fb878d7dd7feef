/**
 * Access control lists of buckets and objects: what they grant, and how requests and answers name them.
 *
 * <p>Start at {@link io.chameleon.s3.acl.Acl}. {@link io.chameleon.s3.acl.AclRequests} reads what a request asks for.
 *
 * <p>Invariant: a list that is kept grants nothing to a user whom the gateway did not know when it was set.
 */
@NullMarked
package io.chameleon.s3.acl;

import org.jspecify.annotations.NullMarked;
