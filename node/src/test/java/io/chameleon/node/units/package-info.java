@NullMarked
package io.chameleon.node.units;

import org.jspecify.annotations.NullMarked;
