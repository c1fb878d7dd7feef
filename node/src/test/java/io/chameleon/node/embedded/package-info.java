@NullMarked
package io.chameleon.node.embedded;

import org.jspecify.annotations.NullMarked;
