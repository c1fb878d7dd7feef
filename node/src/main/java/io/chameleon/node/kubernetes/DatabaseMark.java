package io.chameleon.node.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.chameleon.core.Require;
import java.time.Instant;

/**
 * A note in a ConfigMap that a release has, or had, a database. It is not stored with the database's files, so their
 * loss does not remove it. No manifest names it, so no upgrade or rollback removes it either.
 */
public final class DatabaseMark {
    static final String KEY = "initialised";
    private static final String NAME = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";

    private final KubernetesApi api;
    private final String path;
    private final String name;

    public DatabaseMark(KubernetesApi api, String namespace, String configMap) {
        Require.that(namespace.matches(NAME), "--namespace", namespace, "the name of a namespace");
        Require.that(configMap.matches(NAME), "--config-map", configMap, "the name of a ConfigMap");
        this.api = api;
        this.name = "configmap " + configMap + " --namespace " + namespace;
        this.path = "/api/v1/namespaces/" + namespace + "/configmaps/" + configMap;
    }

    public boolean isSet() {
        return !api.get(path).path("data").path(KEY).asText("").isEmpty();
    }

    public void set(Instant now) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        api.merge(path, json.objectNode().set("data", json.objectNode().put(KEY, now.toString())));
    }

    /** In the form that kubectl takes. */
    @Override
    public String toString() {
        return name;
    }
}
