package org.latencyprobes.exporters;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterRegistryConfig;
import io.micrometer.core.ipc.http.HttpSender;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.latencyprobes.agent.option.BackendSpec;

/**
 * A class of registries, found among jars. Micrometer's all have the same shape: a class {@code …MeterRegistry}, a configuration that asks
 * for its values by key, and either a builder or a constructor of configuration and clock.
 */
final class RegistryType {

    private static final String SUFFIX = "MeterRegistry";

    private final Class<? extends MeterRegistry> type;
    private final Class<? extends MeterRegistryConfig> configType;

    private RegistryType(Class<? extends MeterRegistry> type, Class<? extends MeterRegistryConfig> configType) {
        this.type = type;
        this.configType = configType;
    }

    static RegistryType find(BackendSpec spec, ClassLoader loader) throws IOException {
        List<String> others = new ArrayList<>();
        List<String> unfit = new ArrayList<>();
        for (URL jar : ((URLClassLoader) loader).getURLs()) {
            for (String className : candidates(Path.of(java.net.URI.create(jar.toString())))) {
                RegistryType found = of(className, loader, unfit);
                if (found != null && found.isNamed(spec.name(), jar)) {
                    return found;
                }
                if (found != null) {
                    others.add(found.name());
                }
            }
        }
        throw new IOException("no registry of that name among the jars of " + spec.folder()
                + (others.isEmpty() ? "" : "; there is " + String.join(", ", others))
                + (unfit.isEmpty() ? "" : "; of no use is " + String.join(", ", unfit)));
    }

    private static List<String> candidates(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(SUFFIX + ".class") && !name.startsWith("META-INF/"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> !name.startsWith("io.micrometer.core."))
                    .toList();
        }
    }

    private static RegistryType of(String className, ClassLoader loader, List<String> unfit) {
        try {
            Class<?> type = Class.forName(className, false, loader);
            if (!MeterRegistry.class.isAssignableFrom(type) || Modifier.isAbstract(type.getModifiers())) {
                return null;
            }
            for (Constructor<?> constructor : type.getConstructors()) {
                if (constructor.getParameterCount() > 0
                        && MeterRegistryConfig.class.isAssignableFrom(
                                constructor.getParameterTypes()[0])) {
                    return new RegistryType(
                            type.asSubclass(MeterRegistry.class),
                            constructor.getParameterTypes()[0].asSubclass(MeterRegistryConfig.class));
                }
            }
            unfit.add(className + " (takes no configuration of Micrometer's)");
            return null;
        } catch (ClassNotFoundException | LinkageError notOfUse) {
            unfit.add(className + " ("
                    + String.valueOf(notOfUse).lines().findFirst().orElse("") + ")");
            return null;
        }
    }

    /** Whether its class, its configuration's prefix or its jar has this name. */
    private boolean isNamed(String name, URL jar) {
        String plain = name.replace("-", "");
        return name().equals(plain)
                || RegistryConfig.config(configType, key -> null).prefix().equalsIgnoreCase(plain)
                || jar.getPath().contains("micrometer-registry-" + name + '-');
    }

    String name() {
        String simple = type.getSimpleName();
        return simple.substring(0, simple.length() - SUFFIX.length()).toLowerCase(Locale.ROOT);
    }

    Class<?> configType() {
        return configType;
    }

    boolean takesSender() {
        return senderOf(builderMethod()) != null;
    }

    /** A configuration for {@link #create}. */
    MeterRegistryConfig config(UnaryOperator<String> values) {
        return RegistryConfig.config(configType, values);
    }

    /** Creates a registry that publishes; the sender is null where it takes none. */
    MeterRegistry create(MeterRegistryConfig config, HttpSender sender) throws ReflectiveOperationException {
        try {
            Method builderMethod = builderMethod();
            return builderMethod == null ? construct(config) : build(builderMethod, config, sender);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal; // what Micrometer says of the configuration
            }
            throw e;
        }
    }

    private Method builderMethod() {
        try {
            return type.getMethod("builder", configType);
        } catch (NoSuchMethodException hasNone) {
            return null;
        }
    }

    private static Method senderOf(Method builderMethod) {
        try {
            return builderMethod == null
                    ? null
                    : builderMethod.getReturnType().getMethod("httpClient", HttpSender.class);
        } catch (NoSuchMethodException hasNone) {
            return null;
        }
    }

    private MeterRegistry build(Method builderMethod, Object config, HttpSender sender)
            throws ReflectiveOperationException {
        Object builder = builderMethod.invoke(null, config);
        Method takesSender = senderOf(builderMethod);
        if (takesSender != null && sender != null) {
            takesSender.invoke(builder, sender);
        }
        return type.cast(builder.getClass().getMethod("build").invoke(builder));
    }

    private MeterRegistry construct(Object config) throws ReflectiveOperationException {
        Constructor<?> best = null;
        for (Constructor<?> constructor : type.getConstructors()) {
            boolean better = best == null || constructor.getParameterCount() < best.getParameterCount();
            if (constructor.getParameterTypes()[0].isInstance(config) && better) {
                best = constructor;
            }
        }
        if (best == null) {
            throw new NoSuchMethodException(type.getName() + " has no constructor that takes its configuration");
        }
        List<Object> arguments = new ArrayList<>(List.of(config));
        for (int i = 1; i < best.getParameterCount(); i++) {
            arguments.add(argument(best.getParameterTypes()[i]));
        }
        return type.cast(best.newInstance(arguments.toArray()));
    }

    /** The clock, or a client of the backend that configures itself from its environment. */
    private static Object argument(Class<?> parameter) throws ReflectiveOperationException {
        return parameter == Clock.class
                ? Clock.SYSTEM
                : parameter.getMethod("create").invoke(null);
    }
}
