package org.latencyprobes.analysis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.latencyprobes", importOptions = DoNotIncludeTests.class)
class PackageArrowsTest {

    @ArchTest
    static final ArchRule STATISTICS_NEED_NOTHING_OF_OURS = classes()
            .that()
            .resideInAPackage("..statistics")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("..analysis.statistics", "java..", "org.HdrHistogram");
}
