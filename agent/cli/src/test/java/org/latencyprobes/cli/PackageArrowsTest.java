package org.latencyprobes.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.latencyprobes.cli.jvm.UnreachableException;

@AnalyzeClasses(packages = "org.latencyprobes.cli", importOptions = DoNotIncludeTests.class)
class PackageArrowsTest {

    @ArchTest
    static final ArchRule FORMATS_DEPEND_ON_ANSWERS_ONLY = noClasses()
            .that()
            .resideInAPackage("..cli.print")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.latencyprobes.cli", "..cli.base", "..cli.jvm", "picocli..", "com.sun..");

    @ArchTest
    static final ArchRule REQUESTS_DEPEND_ON_NO_COMMAND = noClasses()
            .that()
            .resideInAPackage("..cli.jvm")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.latencyprobes.cli", "..cli.base", "..cli.print", "picocli..");

    @ArchTest
    static final ArchRule MERGES_DEPEND_ON_NO_COMMAND_AND_NO_JVM = noClasses()
            .that()
            .resideInAnyPackage("..cli.merge", "..cli.logs")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.latencyprobes.cli", "..cli.base", "..cli.jvm", "..cli.print", "picocli..", "com.sun..");

    @ArchTest
    static final ArchRule COMPARISONS_DEPEND_ON_NO_COMMAND_AND_ON_NO_WAY_INTO_A_JVM = noClasses()
            .that()
            .resideInAPackage("..cli.compare")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "org.latencyprobes.cli", "..cli.base", "..cli.jvm", "..cli.print", "picocli..", "com.sun..")
                    .and(not(type(UnreachableException.class))));

    @ArchTest
    static final ArchRule COMMANDS_ARE_KNOWN_TO_THE_ROOT_ALONE = noClasses()
            .that()
            .resideOutsideOfPackages("org.latencyprobes.cli", "..cli.command")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..cli.command");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("org.latencyprobes.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ONE_CLASS_USES_THE_ATTACH_API = noClasses()
            .that()
            .doNotHaveSimpleName("AttachApi")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.sun.tools.attach");
}
