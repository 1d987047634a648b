package org.latencyprobes.agent.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GeneratedClassTest {

    /** As seen in applications of these frameworks. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.App$$SpringCGLIB$$0",
                "com.acme.App$$EnhancerBySpringCGLIB$$6a1a8e5f",
                "com.acme.App$$FastClassByCGLIB$$b3f91eba",
                "com.acme.Customer$HibernateProxy",
                "com.acme.Customer$HibernateProxy$aBcD1234",
                "com.acme.Customer_$$_jvst4fb_0",
                "com.acme.Pricer$MockitoMock$127",
                "com.acme.Orders$Proxy$_$$_WeldClientProxy",
                "com.acme.Orders$ByteBuddy$x1y2",
                "com.acme.Orders$auxiliary$Qw12",
                "com.acme.Orders_ClientProxy",
                "com.acme.Orders_Subclass",
                "$Proxy0",
                "jdk.proxy2.$Proxy17",
                "com.sun.proxy.$Proxy3"
            })
    void knowsThemByTheirNames(String name) {
        assertThat(GeneratedClass.isName(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Order",
                "com.acme.Order$Line",
                "com.acme.HibernateProxy",
                "com.acme.$Proxy",
                "com.acme.$ProxyOfMine",
                "com.acme.Proxy0",
                "com.acme.Subclass",
                "com.acme.Order$_closure1",
                "$Proxy",
                ""
            })
    void takesOthersForWritten(String name) {
        assertThat(GeneratedClass.isName(name)).isFalse();
    }
}
