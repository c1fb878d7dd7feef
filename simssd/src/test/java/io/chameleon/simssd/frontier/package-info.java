/** Tests of how writes are classified as hot or cold. */
@NullMarked
package io.chameleon.simssd.frontier;

import org.jspecify.annotations.NullMarked;
