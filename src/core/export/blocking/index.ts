import { visibleText } from '../../text/visibleText';
import type { UtcMillis } from '../../records/record';
import type { RiskLevel } from '../../records/risk';
import type { BlockEntry } from './entry';
import { hostsLines } from './hostsFile';
import { plainListLines } from './plainList';
import { rpzHead, rpzLines } from './rpzZone';
import { sigmaLines } from './sigmaRules';
import { suricataWriter } from './suricataRules';

export type { BlockEntry } from './entry';

/** Formats that DNS servers, firewalls, and detection systems read. */
export const blockForms = ['plain', 'hosts', 'rpz', 'suricata', 'sigma'] as const;
export type BlockForm = (typeof blockForms)[number];

/** What a file is about, apart from its entries. */
export interface BlockFileOptions {
  readonly created: UtcMillis;
  /** The lowest risk of the entries. */
  readonly lowest: RiskLevel;
  /** The first lines, given how many entries the format can't express. */
  readonly comments: (notExpressible: number) => readonly string[];
}

/** A file that blocks or detects indicators, and how many of them the format can't express. */
export interface BlockFile {
  readonly text: string;
  readonly written: number;
  readonly notExpressible: number;
}

/** Writes indicators in a format. */
export function blockFile(form: BlockForm, entries: readonly BlockEntry[], options: BlockFileOptions): BlockFile {
  const { created, lowest, comments } = options;
  const write = writerOf(form);
  const written = entries.map((entry) => [entry, write(entry)] as const).filter(([, lines]) => lines.length > 0);
  const notExpressible = entries.length - written.length;
  const lines = written.flatMap(([, its]) => its);
  const body =
    form === 'sigma'
      ? sigmaLines(
          written.map(([entry]) => entry),
          lowest,
          created,
        )
      : lines;
  const sign = form === 'rpz' ? ';' : '#';
  const head = [
    ...comments(notExpressible).map((text) => `${sign} ${commentText(text)}`),
    ...(form === 'rpz' ? rpzHead(created) : []),
  ];
  return { text: `${[...head, ...body].join('\n')}\n`, written: written.length, notExpressible };
}

function writerOf(form: BlockForm): (entry: BlockEntry) => readonly string[] {
  switch (form) {
    case 'plain':
      return plainListLines;
    case 'hosts':
      return hostsLines;
    case 'rpz':
      return rpzLines;
    case 'suricata':
      return suricataWriter();
    // Its rules are about all entries together, which are of the same kinds.
    case 'sigma':
      return plainListLines;
  }
}

/** A text that stays on the line of its comment. */
function commentText(text: string): string {
  return visibleText(text)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
}
