@NullMarked
package io.chameleon.node.role;

import org.jspecify.annotations.NullMarked;
