/**
 * Image files: files on a real disk that hold a device, or the cache in front of one.
 *
 * <p>In: reads and writes of bytes at offsets. Out: the bytes, and the promise that what was forced is on the disk. A
 * file is locked while it is open, closed to other users of the machine, and refuses all writes after a failed one.
 * What the disk has lost is damage, not failure, to those who keep checksums.
 *
 * <p>Start at {@link io.chameleon.simssd.file.ImageFile}, then {@link io.chameleon.simssd.file.SalvagingReader}. What
 * the bytes mean is known to those who use it.
 */
@NullMarked
package io.chameleon.simssd.file;

import org.jspecify.annotations.NullMarked;
