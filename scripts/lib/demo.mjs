// The demo folder: a generated proxy log, always the same, and the files in demo/. All names end in .example or .test,
// and all addresses are private or in documentation ranges. The notable ones are in the sample data.
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const lineCount = 2000;
const firstLine = Date.UTC(2026, 2, 2, 7, 0, 0);

/** A generator of pseudorandom numbers from 0 up to 1, the same in every run (mulberry32). */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const ordinary = [
  ['GET', 'https://intranet.example/', '/news', 'text/html'],
  ['GET', 'https://mail.example/', '/owa/service.svc', 'application/json'],
  ['POST', 'https://tickets.example/', '/api/v2/issues', 'application/json'],
  ['GET', 'https://packages.example/', '/simple/requests/', 'text/html'],
  ['GET', 'https://static.wiki.example/', '/skins/common.css', 'text/css'],
  ['GET', 'https://calendar.example/', '/feed.ics', 'text/calendar'],
  ['GET', 'https://weather.test/', '/today.json', 'application/json'],
  ['CONNECT', 'video.meet.example:443', '', '-'],
  ['CONNECT', 'sync.storage.example:443', '', '-'],
];

const notable = [
  ['GET', 'https://login-update.example/', '/session?id=7', 'text/html'],
  ['POST', 'https://login-update.example/', '/session/verify', 'application/json'],
  ['GET', 'http://cdn-metrics.test/', '/collect.js', 'application/javascript'],
  ['GET', 'http://203.0.113.77/', '/update/stage2.bin', 'application/octet-stream'],
  ['CONNECT', '198.51.100.23:8443', '', '-'],
  ['CONNECT', 'relay.dark-harbor.test:443', '', '-'],
  ['GET', 'https://parcel-tracking.example/', '/label/4711', 'text/html'],
  ['CONNECT', '[2001:db8:77::5]:443', '', '-'],
];

/** Fixed lines with something notable, so that it is on the first screen. */
const fixedLines = new Map([
  [3, notable[0]],
  [7, notable[3]],
  [12, notable[2]],
  [17, notable[5]],
]);

/**
 * The proxy log: time, client, method, target, status, bytes, type.
 * @returns {string} 2,000 lines
 */
export function proxyLog() {
  const random = seededRandom(20260302);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const lines = [];
  let now = firstLine;
  for (let index = 0; index < lineCount; index++) {
    now += Math.floor(200 + random() * 9000);
    const chosen = random() < 0.04 ? pick(notable) : pick(ordinary);
    const [method, base, path, type] = fixedLines.get(index) ?? chosen;
    const target = path === '' ? base : `${base}${path.slice(1)}`;
    const client = `10.20.4.${20 + Math.floor(random() * 60)}`;
    const bytes = Math.floor(300 + random() * 90_000);
    const timestamp = `${new Date(now).toISOString().slice(0, 19)}Z`;
    lines.push(`${timestamp} ${client} ${method} ${target} 200 ${bytes} ${type}`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Writes the demo folder, replacing existing files.
 * @param {string} folder
 * @returns {{ log: string }} the file to open first
 */
export function writeDemo(folder) {
  mkdirSync(folder, { recursive: true });
  const source = join(root, 'demo');
  for (const name of readdirSync(source)) copyFileSync(join(source, name), join(folder, name));
  const log = join(folder, 'proxy.log');
  writeFileSync(log, proxyLog());
  return { log };
}
