@NullMarked
package io.chameleon.node.logging;

import org.jspecify.annotations.NullMarked;
