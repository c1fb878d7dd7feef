package io.chameleon.s3.auth;

/**
 * Who an access key belongs to.
 *
 * @param name of the principal; also ID and display name of what it owns
 * @param secret the secret key; never printed
 */
public record User(String name, String secret) {
    @Override
    public String toString() {
        return name;
    }
}
