package org.latencyprobes.agent.weave;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.assign.TypeCasting;
import net.bytebuddy.implementation.bytecode.member.MethodVariableAccess;

/**
 * On a parameter of an advice method: is given the woven method's last argument. On the advice method: what it returns is put in that
 * argument's place, unless it is null. Byte Buddy's own annotations count arguments from the first.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.METHOD})
@interface LastArgument {

    /** Reads and writes it. */
    final class Access implements Advice.OffsetMapping, Advice.AssignReturned.Handler {

        private static ParameterDescription in(MethodDescription method) {
            return method.getParameters().get(method.getParameters().size() - 1);
        }

        @Override
        public Target resolve(
                TypeDescription type,
                MethodDescription method,
                Assigner assigner,
                Advice.ArgumentHandler arguments,
                Sort sort) {
            ParameterDescription last = in(method);
            return new Target.ForVariable.ReadOnly(last.getType(), arguments.argument(last.getOffset()));
        }

        @Override
        public int getIndex() {
            return Advice.AssignReturned.NO_INDEX;
        }

        @Override
        public StackManipulation resolve(
                TypeDescription type,
                MethodDescription method,
                Assigner assigner,
                Advice.ArgumentHandler arguments,
                TypeDescription returned,
                StackManipulation value) {
            ParameterDescription last = in(method);
            return new StackManipulation.Compound(
                    value,
                    TypeCasting.to(last.getType()), // asking the assigner would resolve the type
                    MethodVariableAccess.of(last.getType()).storeAt(arguments.argument(last.getOffset())));
        }
    }
}
