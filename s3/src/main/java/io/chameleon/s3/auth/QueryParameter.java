package io.chameleon.s3.auth;

import java.util.ArrayList;
import java.util.List;

/**
 * One parameter of a query, not decoded.
 *
 * @param value empty if there is no equals sign
 */
record QueryParameter(String name, String value) implements Comparable<QueryParameter> {
    static List<QueryParameter> parse(String query) {
        List<QueryParameter> parameters = new ArrayList<>();
        int from = 0;
        while (from < query.length()) {
            int end = query.indexOf('&', from);
            end = end < 0 ? query.length() : end;
            if (end > from) {
                int equals = query.indexOf('=', from);
                boolean valued = equals >= 0 && equals < end;
                parameters.add(new QueryParameter(
                        query.substring(from, valued ? equals : end), valued ? query.substring(equals + 1, end) : ""));
            }
            from = end + 1;
        }
        return parameters;
    }

    QueryParameter normalized() {
        return new QueryParameter(UriCodec.normalize(name, false, true), UriCodec.normalize(value, false, true));
    }

    String decodedName() {
        return UriCodec.decode(name, true);
    }

    String decodedValue() {
        return UriCodec.decode(value, true);
    }

    @Override
    public int compareTo(QueryParameter other) {
        int byName = name.compareTo(other.name);
        return byName == 0 ? value.compareTo(other.value) : byName;
    }
}
