package org.latencyprobes.agent.weave;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.latencyprobes.agent.select.Decision;
import org.latencyprobes.agent.select.MethodProbe;

/**
 * Weaves the probes of a decision into a class: an {@code invokedynamic} before and after each body, and nothing else.
 *
 * <p>The woven constants are the probe's name and tags and, of what completes later, a type's name: the same however often a class is
 * woven. Types other than the class
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
        TypePool pool = TypePool.Default.WithLazyResolution.of(
                ClassFileLocator.Simple.of(decision.className(), Erased.of(classFile)));
        TypeDescription type = pool.describe(decision.className()).resolve();
        return byteBuddy
                .decorate(type, locator)
                .visit(advices(classFile, decision.probes()))
                .make(pool)
                .getBytes();
    }

    private AsmVisitorWrapper advices(byte[] classFile, Map<String, MethodProbe> probes) {
        AsmVisitorWrapper.ForDeclaredMethods advices = new AsmVisitorWrapper.ForDeclaredMethods();
        for (Weave weave : Weave.values()) {
            advices = with(weave, false, advices, classFile, probes);
            advices = with(weave, true, advices, classFile, probes);
        }
        return advices;
    }

    private AsmVisitorWrapper.ForDeclaredMethods with(
            Weave weave,
            boolean reusing,
            AsmVisitorWrapper.ForDeclaredMethods advices,
            byte[] classFile,
            Map<String, MethodProbe> probes) {
        if (!weave.isIn(probes, reusing)) {
            return advices;
        }
        return advices.invokable(
                method -> weave.fits(keyOf(method), probes, reusing),
                weave.advice(bootstrap, constants(weave, classFile, probes), ownFiles, reusing));
    }

    private static Advice.BootstrapArgumentResolver.Factory constants(
            Weave weave, byte[] classFile, Map<String, MethodProbe> probes) {
        Map<String, String> stateMachines = weave == Weave.SUSPENDING ? StateMachines.in(classFile) : Map.of();
        return (adviceMethod, exit) -> (type, method) -> {
            String key = keyOf(method);
            List<JavaConstant> constants = constants(probes.get(key));
            if (weave == Weave.STAGE || weave == Weave.PUBLISHER) {
                constants.add(text(method.getReturnType().asErasure().getName()));
            }
            if (weave == Weave.SUSPENDING && !exit) {
                constants.add(text(stateMachines.getOrDefault(key, "")));
            }
            return constants;
        };
    }

    private static List<JavaConstant> constants(MethodProbe probe) {
        List<JavaConstant> constants = new ArrayList<>();
        constants.add(text(probe.name()));
        for (String tag : probe.tags()) {
            constants.add(text(tag));
        }
        return constants;
    }

    private static JavaConstant text(String text) {
        return JavaConstant.Simple.ofLoaded(text);
    }

    private static String keyOf(MethodDescription method) {
        return method.getInternalName() + method.getDescriptor();
    }
}
