/** The models compared with the paper's tables, with closed forms and with an independent simulation. */
@NullMarked
package io.chameleon.lab.ssd.theory;

import org.jspecify.annotations.NullMarked;
