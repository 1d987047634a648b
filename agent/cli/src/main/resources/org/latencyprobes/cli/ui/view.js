// What is looked at: kept in the address behind #, so that a view can be linked, and no server sees it.
export const WINDOWS = [['10s', 'last 10 s'], ['1m', 'last minute'], ['all', 'since the start']];
export const view = {
  window: '1m', percentile: 'p99', probe: '', tags: '', outcome: '', kind: '', copy: '', filter: '', sort: 'total', up: ''};
export const NAME = ['probe', 'tags', 'outcome', 'kind', 'copy'];
export const page = {columns: [], jvms: [], modes: [], control: false, at: ''};
export const rows = new Map();

let token = '';

export const $ = id => document.getElementById(id);

export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

// The token of the link is kept for this tab alone and taken out of the address.
export function readLink() {
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has('token')) {
    sessionStorage.setItem('token', hash.get('token'));
  }
  token = sessionStorage.getItem('token') || '';
  Object.keys(view).filter(name => hash.has(name)).forEach(name => { view[name] = hash.get(name); });
  writeLink();
}

export function writeLink() {
  history.replaceState(null, '', link(false));
}

export function link(hasToken) {
  const hash = new URLSearchParams(hasToken ? {token} : {});
  Object.entries(view).filter(([, value]) => value).forEach(([name, value]) => hash.set(name, value));
  return '#' + hash;
}

export function ask(path, options = {}) {
  return fetch(path, {...options, cache: 'no-store', headers: {Authorization: 'Bearer ' + token}});
}

export function isChosen(row) {
  return NAME.every(part => row[part] === view[part] || !view[part] && part !== 'tags');
}
