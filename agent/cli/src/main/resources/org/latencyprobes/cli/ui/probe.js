// The chosen probe: its pictures, and what may be changed. Pictures are HTML of our server, without style and script.
import {tellDots} from './dots.js';
import {$, ask, element, NAME, page, view} from './view.js';

// Whoever points at single calls, or is in a picture by keyboard, is not to lose them: such a picture stays as it is.
const LOOKED_AT = ':hover:has(.dots), :has(:focus-visible), :has(.dots :focus)';

let asked = '';
let shown = '';
let isWaiting = false;
let choices = '';
let calls = '';

function query() {
  const fields = new URLSearchParams({window: view.window});
  NAME.filter(part => view[part]).forEach(part => fields.set(part, view[part]));
  return String(fields);
}

// The next pictures are asked for when the last have come, and at once where another probe was chosen meanwhile.
export async function showProbe() {
  if (!view.probe || isWaiting) {
    return;
  }
  isWaiting = true;
  asked = query();
  try {
    const answer = await ask('/probe?' + asked);
    if (answer.ok) {
      draw(await answer.json());
    }
  } catch (lost) {
    asked = query(); // the stream of events says so, and tries again
  }
  isWaiting = false;
  if (asked !== query()) {
    showProbe();
  }
}

function draw(probe) {
  $('detail-heading').textContent = probe.heading;
  $('mode').hidden = !page.control || !probe.isSwitchable;
  const figures = $('pictures').children;
  const next = [...new DOMParser().parseFromString(probe.pictures, 'text/html').body.children];
  const frame = figure => figure.querySelector('.scroll');
  [...figures].filter(old => !next.some(figure => figure.id === old.id)).forEach(old => old.remove());
  next.forEach((figure, i) => {
    const old = figures[i]?.id === figure.id ? figures[i] : null; // else it has come later than those behind it
    if (old && shown === asked && old.matches(LOOKED_AT)) {
      return;
    }
    const left = old ? frame(old).scrollLeft : 0;
    old ? old.replaceWith(figure) : $('pictures').insertBefore(figure, figures[i] ?? null);
    frame(figure).scrollLeft = left;
    tellDots(figure);
  });
  shown = asked;
  drawCalls(probe.calls);
}

// What a reader has opened stays open, also when the call's cause comes later; where nothing is new, nothing is drawn.
function drawCalls(slowest) {
  if (JSON.stringify(slowest) === calls) {
    return;
  }
  calls = JSON.stringify(slowest);
  const open = new Set([...$('calls').querySelectorAll('details[open]')].map(details => details.dataset.call));
  $('slowest').hidden = slowest.length === 0;
  $('calls').replaceChildren(...slowest.map(call => {
    const item = element('li', call.stack ? '' : call.text);
    if (call.stack) {
      const details = item.appendChild(element('details', ''));
      details.dataset.call = call.id;
      details.open = open.has(call.id);
      details.append(
        element('summary', call.text),
        element('pre', call.stack, {tabindex: 0, role: 'group', 'aria-label': 'Stack: ' + call.text}));
    }
    return item;
  }));
}

// Of several JVMs the question names the one that it is of.
async function send(fields, label = '') {
  try {
    const answer = await ask('/control', {method: 'POST', body: new URLSearchParams(fields)});
    const text = await answer.text();
    if (answer.status !== 409 || fields.consent) {
      return text;
    }
    return confirm(label + text + 'A yes holds until detach. Go on?') ? await send({...fields, consent: 'yes'}) : 'Nothing was changed.';
  } catch (lost) {
    return 'The command does not answer.';
  }
}

async function sendToAll(fields) {
  $('answer').textContent = 'Asking';
  const live = page.jvms.filter(jvm => jvm.state === 'live');
  const label = jvm => live.length > 1 ? jvm.label + ': ' : '';
  const answers = await Promise.all(live.map(jvm => send({jvm: jvm.id, ...fields}, label(jvm))));
  $('answer').textContent = live.map((jvm, i) => jvm.label + ': ' + answers[i]).join('\n');
}

export function startControl() {
  $('add').onsubmit = async event => {
    event.preventDefault();
    $('answer').textContent = 'Asking';
    $('answer').textContent = await send({jvm: $('into').value, action: 'probe', argument: $('pattern').value});
  };
  $('mode').onsubmit = event => {
    event.preventDefault();
    sendToAll({action: 'mode', probe: view.probe, argument: $('mode-name').value});
  };
  $('unprobe').onclick = () => sendToAll({action: 'unprobe', argument: view.probe});
}

export function showControl() {
  const live = page.jvms.filter(jvm => jvm.state === 'live');
  $('add').hidden = !page.control || live.length === 0;
  const names = JSON.stringify(live.map(jvm => [jvm.id, jvm.label]));
  if (names !== choices) {
    choices = names;
    const into = $('into').value;
    $('into').replaceChildren(...live.map(jvm => element('option', jvm.label, {value: jvm.id})));
    if (live.some(jvm => String(jvm.id) === into)) {
      $('into').value = into;
    }
  }
  if ($('mode-name').childElementCount === 0) {
    $('mode-name').replaceChildren(...page.modes.map(mode => element('option', mode)));
  }
}
