/**
 * MD5 of the bodies of several requests at a time. One MD5 is a chain of additions that leaves most of a processor
 * idle; a vector takes a chain in each of its lanes, and up to 16 bodies in little more than the time of one.
 *
 * <p>In: the segments of each body, in order. Out: its MD5. Start at {@link Md5Line}, which gathers what is to be
 * hashed now, then {@link Md5Lanes}.
 *
 * <p>Invariant: {@link Md5Trial} has compared the lanes with the JDK's MD5 before any body is given to them.
 */
@NullMarked
package io.chameleon.s3.md5;

import org.jspecify.annotations.NullMarked;
