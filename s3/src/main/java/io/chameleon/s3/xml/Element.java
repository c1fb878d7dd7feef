package io.chameleon.s3.xml;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An element of a request's document, without namespaces.
 *
 * @param text what is directly in it, in one piece
 */
public record Element(String name, String text, List<Element> children) {
    public Element {
        children = List.copyOf(children);
    }

    /** Its children of that name. */
    public Stream<Element> all(String child) {
        return children.stream().filter(element -> element.name().equals(child));
    }

    public Optional<Element> first(String child) {
        return all(child).findFirst();
    }

    /** The text of its first child of that name. */
    public Optional<String> textOf(String child) {
        return first(child).map(Element::text);
    }

    /** The text of a child that must be there. */
    public String require(String child) {
        return textOf(child).orElseThrow(() -> new S3Exception(S3Error.MALFORMED_XML));
    }
}
