import { parseIndicator } from '../../core/indicators';
import { emptyRecord } from '../../core/records/record';
import { type LeftOut, type Said } from '../../core/records/said';
import { type Reading } from './reading';

const maxLine = 16 * 1024;
/** A block list in the form of a hosts file names the address that a name is sent to instead. */
const hostsLine = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)$/;

function readLine(line: string): Said | LeftOut | undefined {
  const text = line.replace(/(?:^|\s)(?:#|\/\/).*$/, '').trim();
  if (text === '') return undefined;
  const indicator = parseIndicator(hostsLine.exec(text)?.[1] ?? text);
  if (indicator === undefined) return { reason: 'No domain, address or URL', example: text };
  return { kind: 'indicator', record: emptyRecord(indicator.value, indicator.type) };
}

/**
 * Reads a plain list: one indicator a line, defanged or not, `#` and `//` begin a comment; hosts files too. A list says
 * of nothing how bad it is: the risk stays unknown.
 */
export async function* readList(pieces: AsyncIterable<string>): AsyncGenerator<Reading> {
  let rest = '';
  const read = (lines: readonly string[]): Reading => {
    const said: Said[] = [];
    const leftOut: LeftOut[] = [];
    let objects = 0;
    for (const line of lines) {
      const result = line.length > maxLine ? { reason: 'Line that is too long', example: line } : readLine(line);
      if (result === undefined) continue;
      objects++;
      if ('kind' in result) said.push(result);
      else leftOut.push(result);
    }
    return { objects, said, leftOut };
  };
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r\n|\r(?!$)|\n/);
    rest = (lines.pop() ?? '').slice(0, maxLine * 2);
    yield read(lines);
  }
  yield read([rest]);
}
