/** Stands in for what is left out. */
package io.micrometer.shaded.io.netty.channel.unix;
