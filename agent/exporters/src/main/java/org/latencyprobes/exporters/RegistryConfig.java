package org.latencyprobes.exporters;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.agent.option.Option;

/** The configuration of a registry: an interface of Micrometer's that asks for values by key. */
final class RegistryConfig {

    private RegistryConfig() {}

    /** A configuration whose {@code get} gives these values; its other methods compute what they give from these. */
    static <T> T config(Class<T> type, Function<String, String> values) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("get") && method.getParameterCount() == 1) {
                return values.apply((String) arguments[0]);
            }
            if (method.isDefault() && method.getParameterCount() == 0) {
                return own(proxy, method);
            }
            return method.getDeclaringClass() == Object.class ? ofObject(proxy, method, arguments) : null;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /**
     * The result of a default method. {@link InvocationHandler#invokeDefault} is not used: JDK 17 keeps its last proxy, and with it the
     * agent's loader, in a handle that all share.
     */
    private static Object own(Object proxy, Method method) throws Throwable {
        Class<?> declaring = method.getDeclaringClass();
        return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
                .unreflectSpecial(method, declaring)
                .invoke(proxy);
    }

    private static Object ofObject(Object proxy, Method method, Object... arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "configuration";
            default -> throw new IllegalStateException("no method that a proxy passes on: " + method);
        };
    }

    /** All keys that such a configuration asks for. */
    static Set<String> of(Class<?> type) {
        Set<String> keys = new TreeSet<>();
        Object config = config(type, key -> {
            keys.add(key);
            return null;
        });
        for (Method method : type.getMethods()) {
            if (method.isDefault() && method.getParameterCount() == 0) {
                try {
                    method.invoke(config);
                } catch (ReflectiveOperationException | LinkageError wantsAValue) {
                    continue;
                }
            }
        }
        return keys;
    }

    /** Says which options of a backend are unknown: those that its registry never asks for. */
    static void check(BackendSpec spec, ExporterState state, Set<String> keys) {
        List<String> unknown = new ArrayList<>();
        for (String given : spec.settings().keySet()) {
            if (!isOurs(given) && keys.stream().noneMatch(key -> ends(key).equals(ends(given)))) {
                unknown.add(given);
            }
        }
        if (!unknown.isEmpty()) {
            state.say("does not know " + String.join(", ", unknown) + "; it knows " + String.join(", ", keys));
        }
    }

    /** A key without its first word, which is the registry's own name or the user's name for it. */
    private static String ends(String key) {
        return key.substring(key.indexOf('.') + 1).toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
    }

    private static boolean isOurs(String key) {
        for (Option option : Option.values()) {
            if (option.key().equals(key)) {
                return true;
            }
        }
        return false;
    }

    /** The value of a key, or of the same key with the user's name for the registry. */
    static String value(BackendSpec spec, String key) {
        String value = spec.setting(key);
        return value == null ? spec.setting(spec.name() + key.substring(Math.max(0, key.indexOf('.')))) : value;
    }
}
