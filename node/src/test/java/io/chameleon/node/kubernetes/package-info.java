@NullMarked
package io.chameleon.node.kubernetes;

import org.jspecify.annotations.NullMarked;
