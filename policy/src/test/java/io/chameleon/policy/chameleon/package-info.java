/** Tests of the paper's two algorithms. */
@NullMarked
package io.chameleon.policy.chameleon;

import org.jspecify.annotations.NullMarked;
