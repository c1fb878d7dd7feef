/** The models against the paper's tables, against closed forms and against an independent simulation. */
@NullMarked
package io.chameleon.simssd.theory;

import org.jspecify.annotations.NullMarked;
