"use strict";
// Single calls in a picture, told to who points at them or steps through them.
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
const tellDots = figure => {
  const svg = figure.querySelector("svg");
  const tip = make("div", {className: "tip", hidden: true});
  tip.setAttribute("aria-hidden", "true"); // the dot itself is named so
  const dots = [...svg.querySelectorAll(".dots path:has(title)")].map(path => {
    const [, x, y] = /^M([\d.]+) ([\d.]+)/.exec(path.getAttribute("d")).map(Number);
    const title = path.querySelector("title");
    path.setAttribute("role", "img");
    path.setAttribute("aria-label", title.textContent);
    title.remove();
    path.setAttribute("tabindex", "-1");
    return {path, x, y};
  }).sort((one, other) => one.x - other.x);
  if (dots.length === 0) {
    return;
  }
  const show = dot => {
    tip.textContent = dot.path.getAttribute("aria-label");
    tip.hidden = false;
    const place = dot.path.getBoundingClientRect();
    const whole = figure.getBoundingClientRect();
    const left = place.right - whole.left + 6;
    tip.style.left = Math.max(0, Math.min(left, whole.width - tip.offsetWidth)) + "px";
    tip.style.top = (place.top - whole.top - tip.offsetHeight - 6) + "px";
  };
  const hide = () => { tip.hidden = true; };
  const near = event => {
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const x = (event.clientX - box.left) * scale;
    const y = (event.clientY - box.top) * scale;
    const far = dot => Math.hypot(dot.x - x, dot.y - y);
    const nearest = dots.reduce((one, other) => far(other) < far(one) ? other : one);
    return far(nearest) < 14 ? nearest : null;
  };
  let current = dots.reduce((one, other) => other.y < one.y ? other : one);
  const choose = dot => {
    current.path.setAttribute("tabindex", "-1");
    current = dot;
    current.path.setAttribute("tabindex", "0");
  };
  choose(current);
  const moves = {ArrowRight: 1, ArrowLeft: -1, Home: -dots.length, End: dots.length};
  svg.addEventListener("pointermove", event => {
    const dot = near(event);
    dot === null ? hide() : show(dot);
  });
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("click", event => near(event)?.path.focus());
  const frame = svg.parentElement; // Chromium focuses an svg that listens for focus itself
  frame.addEventListener("focusin", event => {
    const dot = dots.find(each => each.path === event.target);
    if (dot !== undefined) {
      choose(dot);
      show(dot);
    }
  });
  frame.addEventListener("focusout", hide);
  frame.addEventListener("keydown", event => {
    if (event.key === "Escape") {
      hide();
    } else if (event.key in moves && event.target === current.path) {
      event.preventDefault();
      const next = dots.indexOf(current) + moves[event.key];
      dots[Math.max(0, Math.min(dots.length - 1, next))].path.focus();
    }
  });
  figure.append(tip);
  figure.querySelector("figcaption").append(make("span", {className: "hint"},
    " Point at a dot, or step from the longest through them with the arrow keys."));
};
