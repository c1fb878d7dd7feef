package io.chameleon.s3.xml;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Writes one document. Characters that XML 1.0 cannot hold, which keys may contain, become references as S3 writes
 * them: {@code &#x1;}.
 */
public final class XmlWriter {
    public static final String NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

    private final StringBuilder out = new StringBuilder(512).append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    private final Deque<String> open = new ArrayDeque<>();

    private XmlWriter() {}

    /** A document of S3's namespace. */
    public static XmlWriter document(String root) {
        XmlWriter writer = new XmlWriter();
        writer.out
                .append('<')
                .append(root)
                .append(" xmlns=\"")
                .append(NAMESPACE)
                .append("\">");
        writer.open.push(root);
        return writer;
    }

    /** A document without a namespace, as S3's errors are. */
    public static XmlWriter plain(String root) {
        return new XmlWriter().open(root);
    }

    /** A document that is one element with text. */
    public static String element(String root, String text) {
        XmlWriter writer = document(root);
        writer.escape(text);
        return writer.end();
    }

    public XmlWriter open(String element) {
        out.append('<').append(element).append('>');
        open.push(element);
        return this;
    }

    /** Opens an element with the type that S3's grantees have. */
    public XmlWriter openTyped(String element, String type) {
        out.append('<')
                .append(element)
                .append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"")
                .append(type)
                .append("\">");
        open.push(element);
        return this;
    }

    public XmlWriter close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** An element with text; nothing if the text is null. */
    public XmlWriter text(String element, @Nullable Object text) {
        if (text != null) {
            out.append('<').append(element).append('>');
            escape(text.toString());
            out.append("</").append(element).append('>');
        }
        return this;
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> {
                    if (c < ' ' && c != '\n' && c != '\t' || c == 0x7F || c >= 0xFFFE) {
                        out.append("&#x").append(Integer.toHexString(c)).append(';');
                    } else {
                        out.append(c);
                    }
                }
            }
        }
    }

    /** The document, with all elements closed. */
    public String end() {
        while (!open.isEmpty()) {
            close();
        }
        return out.toString();
    }
}
