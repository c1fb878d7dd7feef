/**
 * Addresses of IPv4 and IPv6, and ranges of them: policies and the trust in proxies have the same. Start at
 * {@link io.chameleon.s3.address.Cidr}.
 *
 * <p>In: text of strangers. Out: an address, a range, or that it is none. Invariant: nothing is looked up.
 */
@NullMarked
package io.chameleon.s3.address;

import org.jspecify.annotations.NullMarked;
