/**
 * XML as S3 speaks it: {@link io.chameleon.s3.xml.XmlWriter} writes answers, {@link io.chameleon.s3.xml.XmlReader}
 * reads requests.
 *
 * <p>Invariant: reading resolves no entity and no document type, so a request cannot make the gateway open or expand
 * anything.
 */
@NullMarked
package io.chameleon.s3.xml;

import org.jspecify.annotations.NullMarked;
