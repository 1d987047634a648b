package org.latencyprobes.agent.weave.code;

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
 * A variable of the woven method that advice reads and replaces: its result or its last argument. On a parameter of an advice method: is
 * given the variable's value. On the advice method: what it returns is put in the variable's place, unless it is null.
 *
 * <p>Byte Buddy's own annotations would resolve the variable's type, and count arguments from the first.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.METHOD})
@interface Replaced {

    /** The variable of an advice. */
    enum Variable implements Advice.OffsetMapping, Advice.AssignReturned.Handler {
        RESULT {
            @Override
            TypeDescription.Generic type(MethodDescription method) {
                return method.getReturnType();
            }

            @Override
            int offset(MethodDescription method, Advice.ArgumentHandler arguments) {
                return arguments.returned();
            }
        },
        LAST_ARGUMENT {
            @Override
            TypeDescription.Generic type(MethodDescription method) {
                return last(method).getType();
            }

            @Override
            int offset(MethodDescription method, Advice.ArgumentHandler arguments) {
                return arguments.argument(last(method).getOffset());
            }
        };

        abstract TypeDescription.Generic type(MethodDescription method);

        abstract int offset(MethodDescription method, Advice.ArgumentHandler arguments);

        private static ParameterDescription last(MethodDescription method) {
            return method.getParameters().get(method.getParameters().size() - 1);
        }

        @Override
        public Target resolve(
                TypeDescription type,
                MethodDescription method,
                Assigner assigner,
                Advice.ArgumentHandler arguments,
                Sort sort) {
            return new Target.ForVariable.ReadOnly(type(method), offset(method, arguments));
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
            return new StackManipulation.Compound(
                    value,
                    TypeCasting.to(type(method)), // asking the assigner would resolve the type
                    MethodVariableAccess.of(type(method)).storeAt(offset(method, arguments)));
        }
    }
}
