@NullMarked
package io.chameleon.simssd.file;

import org.jspecify.annotations.NullMarked;
