import { closeSync, openSync, writeSync } from 'node:fs';
import { codeLine, proxyLine } from './sampleTexts';

const mebibyte = 2 ** 20;

function randomNumbers(): () => number {
  let state = 42;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const random = randomNumbers();
const below = (limit: number): number => Math.floor(random() * limit);
/** Small numbers are more likely, as some hosts and pages are requested more often. */
const often = (limit: number): number => Math.floor(limit ** random()) - 1;
const tlds = ['com', 'net', 'org', 'io', 'de', 'co.uk', 'xyz', 'example'];

/** A line of a proxy log of 2,000 clients, 20,000 hosts, and 40 pages on each. */
function requestLine(at: number): string {
  const host = often(20_000);
  const page = often(40);
  const name = `cdn${host}.lookups-test-${host % 40}.${tlds[host % tlds.length] ?? 'com'}`;
  const client = `10.0.${below(8)}.${below(250)}`;
  return `${(1_763_000_000 + at / 50).toFixed(3)} ${below(900)} ${client} TCP_MISS/200 ${below(90_000)} GET http://${name}/page/${page}.js?v=${page * 7} - HIER_DIRECT/198.51.${(host >> 8) & 255}.${host & 255} text/javascript\n`;
}

/** Writes a proxy log of a size in MiB. */
export function writeLog(file: string, mebibytes: number): void {
  let lines = 0;
  writeText(file, mebibytes, () => requestLine(lines++));
}

/** Writes a text like what is in a folder of an incident: proxy logs, application logs without indicators, hex, code, prose. */
export function writeMix(file: string, mebibytes: number): void {
  let lines = 0;
  const kinds: readonly (() => string)[] = [
    proxyLine,
    () =>
      `2026-05-01 12:34:56,${100 + below(900)} INFO worker-${below(9)} did ${below(99)} things in ${below(9_000)} ms\n`,
    () => `${Array.from({ length: 32 }, () => below(256).toString(16).padStart(2, '0')).join('')}\n`,
    codeLine,
    () => 'The report describes what happened on that day. Nobody knew more, and the rest is in the appendix.\n',
  ];
  // Each kind for a while, as in files.
  writeText(file, mebibytes, () => kinds[Math.floor(lines++ / 20_000) % kinds.length]?.() ?? '');
}

function writeText(file: string, mebibytes: number, line: () => string): void {
  const descriptor = openSync(file, 'w');
  for (let written = 0; written < mebibytes * mebibyte;) {
    const lines: string[] = [];
    for (let length = 0; length < mebibyte;) {
      const next = line();
      lines.push(next);
      length += next.length;
    }
    written += writeSync(descriptor, lines.join(''));
  }
  closeSync(descriptor);
}
