@NullMarked
package io.chameleon.testkit.fake;

import org.jspecify.annotations.NullMarked;
