package io.chameleon.balancer;

import io.chameleon.core.mapping.table.RemapTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Intercepts the calls to a mapping table. */
public interface Interception {
    /** The real call. */
    interface Call {
        Object proceed() throws Throwable;
    }

    Object around(String method, Call call) throws Throwable;

    static RemapTable of(RemapTable table, Interception interception) {
        return of(RemapTable.class, table, interception);
    }

    static <T> T of(Class<T> port, T table, Interception interception) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(),
                new Class<?>[] {port},
                (proxy, method, arguments) -> interception.around(method.getName(), () -> {
                    try {
                        return method.invoke(table, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                })));
    }
}
