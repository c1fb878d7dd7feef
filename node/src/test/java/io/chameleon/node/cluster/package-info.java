@NullMarked
package io.chameleon.node.cluster;

import org.jspecify.annotations.NullMarked;
