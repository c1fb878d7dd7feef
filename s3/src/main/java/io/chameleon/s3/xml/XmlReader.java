package io.chameleon.s3.xml;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the document of a request. What is not one is a MalformedXML. */
public final class XmlReader {
    /** S3's own documents are at most seven deep. */
    private static final int MAX_DEPTH = 16;

    private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

    static {
        FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        FACTORY.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        FACTORY.setProperty(XMLInputFactory.IS_COALESCING, true);
    }

    private XmlReader() {}

    /** The root of the document, which must have that name. */
    public static Element read(byte[] document, String root) {
        Element read = read(document);
        if (!read.name().equals(root)) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        return read;
    }

    /** The root of the document. */
    public static Element read(byte[] document) {
        try {
            requireText(document);
            XMLStreamReader reader = FACTORY.createXMLStreamReader(new ByteArrayInputStream(document));
            while (reader.next() != XMLStreamConstants.START_ELEMENT) {
                if (reader.getEventType() == XMLStreamConstants.DTD) {
                    throw new S3Exception(S3Error.MALFORMED_XML);
                }
            }
            Element root = element(reader, 1);
            while (reader.hasNext()) {
                reader.next();
            }
            return root;
        } catch (XMLStreamException | CharacterCodingException | RuntimeException e) {
            if (e instanceof S3Exception known) {
                throw known;
            }
            // The JDK's reader throws other things, too, on what is far from XML.
            throw new S3Exception(S3Error.MALFORMED_XML, S3Error.MALFORMED_XML.message(), e);
        }
    }

    /** Documents are UTF-8. About other bytes the JDK's reader would print a line to stderr. */
    private static void requireText(byte[] document) throws CharacterCodingException {
        CharBuffer unused = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document));
    }

    private static Element element(XMLStreamReader reader, int depth) throws XMLStreamException {
        if (depth > MAX_DEPTH) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        String name = reader.getLocalName();
        StringBuilder text = new StringBuilder();
        List<Element> children = new ArrayList<>();
        while (true) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> children.add(element(reader, depth + 1));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(reader.getText());
                case XMLStreamConstants.ENTITY_REFERENCE -> throw new S3Exception(S3Error.MALFORMED_XML);
                case XMLStreamConstants.END_ELEMENT -> {
                    return new Element(name, text.toString(), children);
                }
                default -> {
                    // comments and processing instructions mean nothing
                }
            }
        }
    }
}
