/** Tests of what all plans have in common. */
@NullMarked
package io.chameleon.policy.draft;

import org.jspecify.annotations.NullMarked;
