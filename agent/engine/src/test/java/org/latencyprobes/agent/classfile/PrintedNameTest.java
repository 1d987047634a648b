package org.latencyprobes.agent.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrintedNameTest {

    @ParameterizedTest
    @CsvSource({
        "com.acme.Order, Order",
        "com/acme/Order$Line, Order.Line",
        "Order$Line$1, Order.Line.1",
        "com.acme.AskPattern$, AskPattern$",
        "com.acme.AskPattern$Inner$, AskPattern.Inner$",
        "jdk.proxy2.$Proxy0, $Proxy0",
        "com.acme.Order$$anonfun$1, Order$$anonfun.1",
        "com.acme.FileKt, FileKt",
        "Script1$_run_closure1, Script1._run_closure1",
        "$, $"
    })
    void aDollarThatSeparatesNoTwoNamesStays(String className, String printed) {
        assertThat(PrintedName.of(className)).isEqualTo(printed);
    }
}
