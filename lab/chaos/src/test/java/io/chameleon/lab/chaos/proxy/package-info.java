@NullMarked
package io.chameleon.lab.chaos.proxy;

import org.jspecify.annotations.NullMarked;
