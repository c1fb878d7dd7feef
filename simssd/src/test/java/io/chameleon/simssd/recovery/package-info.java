/** Tests of a mount's parts; those of whole mounts are in {@code device}. */
@NullMarked
package io.chameleon.simssd.recovery;

import org.jspecify.annotations.NullMarked;
