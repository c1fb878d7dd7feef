package io.chameleon.testing;

import io.chameleon.client.ChameleonClient;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Starts what {@link ChameleonCluster} asks for, and injects it. One cluster for each annotated class; nested classes
 * that are not annotated share it.
 */
public final class ChameleonClusterExtension implements BeforeAllCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(ChameleonClusterExtension.class);

    /** Created by the annotation. */
    public ChameleonClusterExtension() {}

    /** JUnit closes it with the context of the class it was started for. */
    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<ChameleonCluster> wanted =
                AnnotationSupport.findAnnotation(context.getRequiredTestClass(), ChameleonCluster.class);
        if (wanted.isPresent()) {
            context.getStore(NAMESPACE).put(ClusterOfClass.class, ClusterOfClass.start(wanted.get()));
        } else if (context.getStore(NAMESPACE).get(ClusterOfClass.class) == null) {
            throw new IllegalStateException(
                    context.getDisplayName() + ": registered without @ChameleonCluster, which says what to start");
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == ChameleonClient.class || type == RunningCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ClusterOfClass cluster = context.getStore(NAMESPACE).get(ClusterOfClass.class, ClusterOfClass.class);
        if (cluster == null) {
            throw new ParameterResolutionException(
                    context.getDisplayName() + ": no cluster runs: annotate the class with @ChameleonCluster");
        }
        return parameter.getParameter().getType() == ChameleonClient.class ? cluster.client() : cluster.running();
    }
}
