@NullMarked
package io.chameleon.testing;

import org.jspecify.annotations.NullMarked;
