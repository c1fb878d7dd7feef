@NullMarked
package io.chameleon.lab.papers;

import org.jspecify.annotations.NullMarked;
