package org.latencyprobes.agent.weave;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.assign.TypeCasting;
import net.bytebuddy.implementation.bytecode.member.MethodVariableAccess;

/**
 * On an exit advice method: what it returns is returned in place of the woven method's own result, unless it is null. Byte Buddy's own
 * annotation would resolve the result's type.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface ReturnedInstead {

    /** Does it. */
    final class Access implements Advice.AssignReturned.Handler {

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
                    TypeCasting.to(method.getReturnType()),
                    MethodVariableAccess.of(method.getReturnType()).storeAt(arguments.returned()));
        }
    }
}
