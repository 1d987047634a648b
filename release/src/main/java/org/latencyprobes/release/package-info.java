/** Programs that put together what is published. */
package org.latencyprobes.release;
