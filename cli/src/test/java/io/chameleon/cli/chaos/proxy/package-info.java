@NullMarked
package io.chameleon.cli.chaos.proxy;

import org.jspecify.annotations.NullMarked;
