@NullMarked
package io.chameleon.node.config;

import org.jspecify.annotations.NullMarked;
