package io.chameleon.s3.call;

import io.chameleon.s3.xml.XmlWriter;

/** How documents show a user: the name is both ID and display name. */
public final class CanonicalUser {
    /** Owns what was made without authentication. */
    public static final String NOBODY = "chameleon";

    private CanonicalUser() {}

    /** @param name "" for nobody in particular */
    public static String id(String name) {
        return name.isEmpty() ? NOBODY : name;
    }

    /** Writes an element that is a user. */
    public static void write(XmlWriter document, String element, String name) {
        writeInto(document.open(element), name).close();
    }

    /** Writes what is in such an element. */
    public static XmlWriter writeInto(XmlWriter element, String name) {
        return element.text("ID", id(name)).text("DisplayName", id(name));
    }
}
