package org.latencyprobes.agent.weave;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.JavaConstant;

/**
 * Weaves the probes of a decision into a class: an {@code invokedynamic} before and after each body, and nothing else.
 *
 * <p>The woven constants are the probe's name and tags alone, the same however often a class is woven. Types other than the class
 * itself are described by name only, never resolved. Thread-safe.
 */
final class Weaver {

    private final ByteBuddy byteBuddy = new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(InstrumentedType.Factory.Default.FROZEN)
            .with(Implementation.Context.Disabled.Factory.INSTANCE)
            .ignore(ElementMatchers.none());
    private final Method bootstrap;
    private final ClassFileLocator ownFiles = ClassFileLocator.ForClassLoader.of(Weaver.class.getClassLoader());

    /** Weaves call sites that are linked by this method. */
    Weaver(Method bootstrap) {
        this.bootstrap = bootstrap;
    }

    byte[] weave(byte[] classFile, Decision decision) {
        ClassFileLocator locator = ClassFileLocator.Simple.of(decision.className(), classFile);
        TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
        TypeDescription type = pool.describe(decision.className()).resolve();
        return byteBuddy
                .decorate(type, locator)
                .visit(new AsmVisitorWrapper.ForDeclaredMethods()
                        .invokable(probe(decision, false), advice(ProbeAdvice.OfMethod.class, decision))
                        .invokable(probe(decision, true), advice(ProbeAdvice.OfConstructor.class, decision)))
                .make(pool)
                .getBytes();
    }

    private static net.bytebuddy.matcher.ElementMatcher<MethodDescription> probe(
            Decision decision, boolean constructor) {
        return method -> method.isConstructor() == constructor && decision.probeOf(keyOf(method)) != null;
    }

    private Advice advice(Class<?> shape, Decision decision) {
        return Advice.withCustomMapping()
                .bootstrap(bootstrap, (adviceMethod, exit) -> (type, method) -> constants(decision, method))
                .to(shape, ownFiles);
    }

    private static List<JavaConstant> constants(Decision decision, MethodDescription method) {
        List<JavaConstant> constants = new ArrayList<>();
        for (String text : decision.probeOf(keyOf(method))) {
            constants.add(JavaConstant.Simple.ofLoaded(text));
        }
        return constants;
    }

    private static String keyOf(MethodDescription method) {
        return method.getInternalName() + method.getDescriptor();
    }
}
