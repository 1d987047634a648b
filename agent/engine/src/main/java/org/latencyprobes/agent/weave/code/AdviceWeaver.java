package org.latencyprobes.agent.weave.code;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.JavaConstant;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.MethodProbe;

/**
 * A weaver with Byte Buddy's advices, for every kind of method and every class file that can be woven.
 *
 * <p>The woven constants are the probe's name and tags and, where a call completes later, a type's name: the same however often a class is
 * woven. Types other than the class itself are described by name only, never resolved. Thread-safe.
 */
final class AdviceWeaver implements ClassWeaver {

    private static final int VERSION_OFFSET = 4;
    private static final CodeAttributes CODE_ATTRIBUTES = new CodeAttributes();

    private final ByteBuddy byteBuddy = new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(InstrumentedType.Factory.Default.FROZEN)
            .with(Implementation.Context.Disabled.Factory.INSTANCE)
            .ignore(ElementMatchers.none());
    private final MethodDescription.InDefinedShape bootstrap;
    private final ClassFileLocator ownFiles = ClassFileLocator.ForClassLoader.of(AdviceWeaver.class.getClassLoader());
    private final ConcurrentMap<String, Advice> advices = new ConcurrentHashMap<>();
    /** What this thread is weaving: the advices are made once, for all classes. */
    private final ThreadLocal<InHand> inHand = new ThreadLocal<>();

    /** A class that is being woven. */
    private static final class InHand {

        private final byte[] classFile;
        private final Map<String, MethodProbe> probes;
        private Map<String, String> stateMachines;

        InHand(byte[] classFile, Map<String, MethodProbe> probes) {
            this.classFile = classFile;
            this.probes = probes;
        }

        String stateMachine(String method) {
            if (stateMachines == null) {
                stateMachines = StateMachines.in(classFile);
            }
            return stateMachines.getOrDefault(method, "");
        }
    }

    /** A bootstrap method that is known to fit every call site. Byte Buddy would check its parameters again for each. */
    private static final class Bootstrap extends MethodDescription.ForLoadedMethod {

        Bootstrap(Method method) {
            super(method);
        }

        @Override
        public boolean isInvokeBootstrap(List<? extends TypeDefinition> arguments) {
            return true;
        }
    }

    /** Weaves call sites that are linked by this method. */
    AdviceWeaver(Method bootstrap) {
        this.bootstrap = new Bootstrap(bootstrap);
    }

    @Override
    public WovenClass weave(byte[] original, ClassDecision decision) {
        byte[] classFile = decision.isRaised() ? raised(original) : original;
        Map<String, MethodProbe> probes = withCopies(decision);
        InHand outer = inHand.get(); // of a class whose weaving had the JVM load this one
        inHand.set(new InHand(classFile, probes));
        byte[] woven;
        try {
            woven = woven(classFile, decision.className(), probes);
        } finally {
            if (outer == null) {
                inHand.remove();
            } else {
                inHand.set(outer);
            }
        }
        return new WovenClass(woven, ClassOutline.of(woven).codeBytes());
    }

    /** The probes of a class, with copies of the parameters where its stack maps need them. */
    private static Map<String, MethodProbe> withCopies(ClassDecision decision) {
        Map<String, MethodProbe> probes = new HashMap<>(decision.probes());
        for (String method :
                FullFrames.contradicting(decision.reader(), decision.probes().keySet())) {
            probes.computeIfPresent(method, (key, probe) -> probe.reusingParameters());
        }
        return probes;
    }

    private byte[] woven(byte[] classFile, String className, Map<String, MethodProbe> probes) {
        ClassFileLocator locator = ClassFileLocator.Simple.of(className, classFile);
        TypePool pool = TypePool.Default.WithLazyResolution.of(
                ClassFileLocator.Simple.of(className, SignatureEraser.of(classFile)));
        TypeDescription type = pool.describe(className).resolve();
        return byteBuddy
                .decorate(type, locator)
                .visit(advices(probes))
                .make(pool)
                .getBytes();
    }

    private static byte[] raised(byte[] classFile) {
        byte[] raised = classFile.clone();
        ByteBuffer.wrap(raised).putInt(VERSION_OFFSET, Opcodes.V1_7);
        return raised;
    }

    private AsmVisitorWrapper advices(Map<String, MethodProbe> probes) {
        AsmVisitorWrapper.ForDeclaredMethods wrapper = new AsmVisitorWrapper.ForDeclaredMethods()
                .invokable(method -> probes.containsKey(keyOf(method)), CODE_ATTRIBUTES);
        for (AdviceKind weave : AdviceKind.values()) {
            wrapper = with(weave, false, wrapper, probes);
            wrapper = with(weave, true, wrapper, probes);
        }
        return wrapper.invokable(
                method -> isWithoutCopies(probes.get(keyOf(method))),
                (type, method, visitor, context, pool, writerFlags, readerFlags) -> new FullFrames(
                                type.getInternalName(),
                                method.isStatic(),
                                method.getInternalName(),
                                method.getDescriptor())
                        .before(visitor));
    }

    private static boolean isWithoutCopies(MethodProbe probe) {
        return probe != null && !probe.reusesParameters();
    }

    private AsmVisitorWrapper.ForDeclaredMethods with(
            AdviceKind weave,
            boolean reusing,
            AsmVisitorWrapper.ForDeclaredMethods wrapper,
            Map<String, MethodProbe> probes) {
        return weave.isIn(probes, reusing)
                ? wrapper.invokable(
                        method -> weave.fits(keyOf(method), probes, reusing),
                        parameterVariables(weave, reusing),
                        advice(weave, reusing))
                : wrapper;
    }

    private static AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper parameterVariables(
            AdviceKind weave, boolean reusing) {
        return (type, method, visitor, context, pool, writerFlags, readerFlags) -> new ParameterVariables(
                visitor, method.getStackSize(), reusing ? method.getStackSize() + weave.startSlots() : 0);
    }

    private Advice advice(AdviceKind weave, boolean reusing) {
        String key = weave + (reusing ? " reusing" : "");
        Advice advice = advices.get(key);
        if (advice == null) {
            advice = weave.advice(bootstrap, constants(weave), ownFiles, reusing);
            advices.put(key, advice);
        }
        return advice;
    }

    private Advice.BootstrapArgumentResolver.Factory constants(AdviceKind weave) {
        return (adviceMethod, exit) -> (type, method) -> {
            String key = keyOf(method);
            List<JavaConstant> constants = constants(inHand.get().probes.get(key));
            if (weave == AdviceKind.STAGE || weave == AdviceKind.PUBLISHER) {
                constants.add(text(method.getReturnType().asErasure().getName()));
            }
            if (weave == AdviceKind.SUSPENDING && !exit) {
                constants.add(text(inHand.get().stateMachine(key)));
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
