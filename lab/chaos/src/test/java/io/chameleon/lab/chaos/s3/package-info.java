@NullMarked
package io.chameleon.lab.chaos.s3;

import org.jspecify.annotations.NullMarked;
