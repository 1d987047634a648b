package org.latencyprobes.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.stream.Stream;

@AnalyzeClasses(
        packages = {"org.latencyprobes.agent", "org.latencyprobes.explain"},
        importOptions = DoNotIncludeTests.class)
class PackageArrowsTest {

    @ArchTest
    static final ArchRule OPTIONS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("..agent.option")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.latencyprobes.agent", "..agent.link", "..agent.weave..", "org.latencyprobes.internal.probe..");

    @ArchTest
    static final ArchRule PATTERNS_AND_CLASS_FILES_KNOW_NOBODY = noClasses()
            .that()
            .resideInAnyPackage("..agent.pattern", "..agent.classfile")
            .should()
            .dependOnClassesThat(othersOfOursThan(".pattern", ".classfile"));

    @ArchTest
    static final ArchRule SELECTION_KNOWS_NOBODY = noClasses()
            .that()
            .resideInAPackage("..agent.select..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.latencyprobes.agent",
                    "..agent.link",
                    "..agent.weave..",
                    "..agent.option",
                    "..agent.protocol..",
                    "org.latencyprobes.internal.probe..");

    @ArchTest
    static final ArchRule WEAVING_AND_LINKING_MEET_IN_THE_WOVEN_CLASS_ALONE = noClasses()
            .that()
            .resideInAPackage("..agent.weave..")
            .and()
            .doNotHaveSimpleName("WarmUp") // which calls a woven class
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "..agent.link",
                    "..agent.option",
                    "org.latencyprobes.internal.probe",
                    "org.latencyprobes.internal.counts");

    @ArchTest
    static final ArchRule LINKING_KNOWS_NO_WEAVER = noClasses()
            .that()
            .resideInAPackage("..agent.link")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..agent.weave..", "..agent.option", "net.bytebuddy..");

    @ArchTest
    static final ArchRule CALLBACKS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("..agent.callback")
            .should()
            .dependOnClassesThat(othersOfOursThan(".callback"));

    @ArchTest
    static final ArchRule EXPLANATIONS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("org.latencyprobes.explain")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("org.latencyprobes.explain", "java..");

    @ArchTest
    static final ArchRule REQUESTS_AND_ANSWERS_KNOW_EXPLANATIONS_ALONE = noClasses()
            .that()
            .resideInAPackage("..agent.protocol..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("..agent.protocol..", "org.latencyprobes.explain", "java..", "jdk.net");

    @ArchTest
    static final ArchRule TABLES_KNOW_NOTHING_OF_THE_AGENT_ITSELF = noClasses()
            .that()
            .resideInAPackage("..agent.figures")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.latencyprobes.agent",
                    "..agent.weave..",
                    "..agent.option",
                    "..agent.output",
                    "..agent.serve..");

    @ArchTest
    static final ArchRule THE_LOWEST_LAYER_KNOWS_NOBODY =
            noClasses().that().resideInAPackage("..agent.base").should().dependOnClassesThat(othersOfOursThan(".base"));

    @ArchTest
    static final ArchRule NO_PART_KNOWS_THE_AGENT_ITSELF = noClasses()
            .that()
            .resideInAPackage("org.latencyprobes.agent.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.latencyprobes.agent");

    @ArchTest
    static final ArchRule BACKENDS_KNOW_NO_WEAVER = noClasses()
            .that()
            .resideInAPackage("..agent.backend")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..agent.weave..", "..agent.link");

    @ArchTest
    static final ArchRule NO_CYCLE_OF_PACKAGES =
            slices().matching("org.latencyprobes.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLE_OF_CLASSES_IN_THE_AGENT_ITSELF = slices().assignedFrom(
                    new ByClass("org.latencyprobes.agent"))
            .should()
            .beFreeOfCycles();

    /** On JDK 25 a BigDecimal begins the common ForkJoinPool, which is the application's to configure. */
    @ArchTest
    static final ArchRule NOBODY_COMPUTES_WITH_DECIMALS =
            noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.math.BigDecimal");

    /** Classes of ours in no package whose name ends so. */
    private static DescribedPredicate<JavaClass> othersOfOursThan(String... packages) {
        return DescribedPredicate.describe(
                "are others of ours",
                type -> type.getPackageName().startsWith("org.latencyprobes")
                        && Stream.of(packages).noneMatch(type.getPackageName()::endsWith));
    }

    /** A slice for each class of one package, nested ones with the class around them. */
    private record ByClass(String packageName) implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            JavaClass outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            return outermost.getPackageName().equals(packageName)
                    ? SliceIdentifier.of(outermost.getSimpleName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "classes of " + packageName;
        }
    }
}
