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

const isoOf = (at: number): string => new Date(1_763_000_000_000 + at * 20).toISOString();
const clockOf = (at: number): string => isoOf(at).slice(11, 19);

/** A host, a page of it, and its address and a client. */
function request(): { readonly name: string; readonly page: number; readonly server: string; readonly client: string } {
  const host = often(20_000);
  const name = `cdn${host}.lookups-test-${host % 40}.${tlds[host % tlds.length] ?? 'com'}`;
  const server = `203.0.${(host >> 8) & 255}.${host & 255}`;
  return { name, page: often(40), server, client: `10.0.${below(8)}.${below(250)}` };
}

/** Lines of logs in several formats, by name. */
const formats: Readonly<Record<string, (at: number) => string>> = {
  Squid: requestLine,
  nginx(at) {
    const { name, page, client } = request();
    return `${client} - - [13/Nov/2025:${clockOf(at)} +0000] "GET /page/${page}.js HTTP/1.1" 200 ${below(90_000)} "https://${name}/start/${page}" "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"\n`;
  },
  'Zeek in JSON'(at) {
    const { name, server, client } = request();
    return `{"ts":${(1_763_000_000 + at / 50).toFixed(6)},"uid":"C${below(1e9).toString(36)}","id.orig_h":"${client}","id.orig_p":${below(60_000)},"id.resp_h":"198.51.100.53","id.resp_p":53,"proto":"udp","query":"${name}","qtype_name":"A","rcode_name":"NOERROR","answers":["${server}"],"rejected":false}\n`;
  },
  'Suricata in JSON'(at) {
    const { name, page, server, client } = request();
    return `{"timestamp":"${isoOf(at).slice(0, -1)}000+0000","flow_id":${below(1e9)},"event_type":"http","src_ip":"${client}","src_port":${below(60_000)},"dest_ip":"${server}","dest_port":80,"proto":"TCP","http":{"hostname":"${name}","url":"/page/${page}.js","http_method":"GET","status":200,"length":${below(90_000)}}}\n`;
  },
  syslog(at) {
    const { name, client } = request();
    return `Nov 13 ${clockOf(at)} resolver1 dnsmasq[1234]: query[A] ${name} from ${client}\n`;
  },
  'key=value'(at) {
    const { name, page, server, client } = request();
    return `date=2025-11-13 time=${clockOf(at)} devname="fw1" type="utm" level="notice" sessionid=${below(1e6)} srcip=${client} srcport=${below(60_000)} srcintf="internal" dstip=${server} dstport=443 service="HTTPS" hostname="${name}" action="passthrough" url="https://${name}/page/${page}" sentbyte=${below(9_999)}\n`;
  },
};

export const formatNames: readonly string[] = Object.keys(formats);

/** Writes a log in a format of {@link formatNames}, of a size in MiB. */
export function writeFormat(file: string, format: string, mebibytes: number): void {
  let lines = 0;
  writeText(file, mebibytes, () => formats[format]?.(lines++) ?? '\n');
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
