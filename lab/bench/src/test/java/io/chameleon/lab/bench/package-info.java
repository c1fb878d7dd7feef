@NullMarked
package io.chameleon.lab.bench;

import org.jspecify.annotations.NullMarked;
