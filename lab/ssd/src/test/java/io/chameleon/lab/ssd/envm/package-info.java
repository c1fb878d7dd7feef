@NullMarked
package io.chameleon.lab.ssd.envm;

import org.jspecify.annotations.NullMarked;
