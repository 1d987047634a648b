package org.latencyprobes.agent.kotlin

import kotlinx.coroutines.yield
import org.latencyprobes.annotation.Probe

/** Suspending functions in all places where Kotlin lets one write them. */
class Forms(private val base: Int) : Slow, Named<String> {

    suspend fun all(): List<Any> = listOf(
        private(1L, 2.0, "three", null),
        viaCompanion(1),
        topLevel(2),
        3.extension(),
        defaulted(),
        byDefault(5),
        named("six"),
        generic(7) { yield(); it + 1 },
        Inner().inner(),
    )

    @Probe("form private")
    private suspend fun private(a: Long, b: Double, c: String, d: Any?): String {
        val parts = mutableListOf<Any?>()
        for (part in listOf(a, b, c, d)) {
            parts += part
            try {
                yield()
                if (part == null) {
                    error("null")
                }
            } catch (e: IllegalStateException) {
                parts += e.message
            } finally {
                yield()
            }
        }
        return parts.joinToString("/")
    }

    @Probe("form defaulted")
    suspend fun defaulted(factor: Int = 4, offset: Int = factor): Int {
        yield()
        return base * factor + offset
    }

    @Probe("form named")
    override suspend fun named(name: String): String {
        yield()
        return name
    }

    @Probe("form generic")
    suspend fun <T : Comparable<T>> generic(value: T, next: suspend (T) -> T): T = maxOf(value, next(value))

    inner class Inner {
        @Probe("form inner")
        suspend fun inner(): Int {
            yield()
            return base
        }
    }

    companion object {
        @Probe("form viaCompanion")
        suspend fun viaCompanion(value: Int): Int {
            yield()
            return value
        }
    }
}

interface Slow {
    @Probe("form byDefault")
    suspend fun byDefault(value: Int): Int {
        yield()
        return value
    }
}

interface Named<T> {
    suspend fun named(name: T): T
}

@Probe("form topLevel")
suspend fun topLevel(value: Int): Int {
    yield()
    return value
}

@Probe("form extension")
private suspend fun Int.extension(): Int {
    yield()
    return this
}
