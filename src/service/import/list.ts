import {
  findIndicators,
  type Indicator,
  type Occurrence,
  parseIndicator,
  parseNetwork,
  rejectionReason,
} from '../../core/indicators';
import { emptyRecord } from '../../core/records/record';
import { type SkippedItem, type Statement } from '../../core/records/statement';
import { substringBefore } from '../../core/text/trim';
import { type ParsedChunk } from './parsedChunk';

const maxLine = 16 * 1024;
/** A block list in the form of a hosts file names the address that a name is sent to instead. */
const hostsLine = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)$/;

function readLine(line: string): readonly (Statement | SkippedItem)[] {
  if (line.length > maxLine) return [{ reason: { kind: 'lineTooLong' }, example: line }];
  const comment = line.search(/(?:^|\s)(?:#|\/\/)/);
  const text = (comment === -1 ? line : line.slice(0, comment)).trim();
  // Lists for ad blockers begin comments with an exclamation mark, and exceptions, which are the opposite, with two at signs.
  if (text === '' || text.startsWith('!')) return [];
  if (text.startsWith('@@')) return [{ reason: { kind: 'exception' }, example: text }];
  const indicator = parseIndicator(hostsLine.exec(text)?.[1] ?? text);
  if (indicator !== undefined) return [toStatement(indicator)];
  const network = parseNetwork(substringBefore(text, ';'));
  if (network?.value !== undefined) return [toStatement({ type: 'ip', value: network.value })];
  if (network !== undefined) return [{ reason: { kind: 'networkTooLarge' }, example: text }];
  const found = findIndicators(text);
  if (found.length === 0) return [{ reason: { kind: rejectionReason(text) }, example: text }];
  return found.map((each) =>
    each.defanged || standsAlone(text, each)
      ? toStatement(each)
      : { reason: { kind: 'notDefanged' }, example: each.raw },
  );
}

function toStatement({ type, value }: Indicator): Statement {
  return { kind: 'indicator', record: emptyRecord(value, type) };
}

/** True where nothing but a bullet, a number or signs stand beside it: “- `bad.example`”, “1. 192.0.2.7”. */
function standsAlone(line: string, { start, end }: Occurrence): boolean {
  return !/[\p{L}\p{N}]/u.test(line.slice(0, start).replace(/^\d+[.)]/, '') + line.slice(end));
}

/**
 * Reads a plain list: one indicator or network (CIDR) a line, defanged or not; hosts files too. `#`, `//` and a leading `!` begin a
 * comment, `@@` begins an exception. Of running text (a report) it takes what is defanged: live ones are links to whoever wrote of
 * it, as often as not. A list says of nothing how bad it is: the risk stays unknown.
 */
export async function* readList(pieces: AsyncIterable<string>): AsyncGenerator<ParsedChunk> {
  let rest = '';
  const read = (lines: readonly string[]): ParsedChunk => {
    const taken: Statement[] = [];
    const skipped: SkippedItem[] = [];
    let objects = 0;
    for (const line of lines) {
      const results = readLine(line);
      objects += results.length;
      for (const result of results) {
        if ('kind' in result) taken.push(result);
        else skipped.push(result);
      }
    }
    return { objects, statements: taken, skipped };
  };
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r\n|\r(?!$)|\n/);
    rest = (lines.pop() ?? '').slice(0, maxLine * 2);
    yield read(lines);
  }
  yield read([rest]);
}
