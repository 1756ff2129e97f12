import { type CliIo, type ParsedArgs, hasFlag } from './command';

/** The rows of a command on standard output. */
export interface JsonRows {
  readonly row: (value: unknown) => Promise<void>;
  /** Ends the document of `--json`; nothing else may follow. */
  end(isComplete: boolean): Promise<void>;
}

/** Prints rows as JSON lines or, with `--json`, as one document: `{"results": […], "complete": …}`. */
export function jsonRows(given: ParsedArgs, io: Pick<CliIo, 'json' | 'jsonPart'>): JsonRows {
  if (!hasFlag(given, 'json')) return { row: (value) => io.json(value), end: () => Promise.resolve() };
  let count = 0;
  return {
    row: (value) => io.jsonPart(`${count++ === 0 ? '{"results":[' : ','}\n${JSON.stringify(value)}`),
    end: (isComplete) => io.jsonPart(`${count === 0 ? '{"results":[' : ''}\n],"complete":${String(isComplete)}}\n`),
  };
}

/** Prints rows as one document, one after the other; `head` is what it has before them. */
export async function printJsonDocument(
  rows: Iterable<unknown>,
  { isComplete, head = {} }: { readonly isComplete: boolean; readonly head?: object },
  io: Pick<CliIo, 'jsonPart' | 'signal'>,
): Promise<void> {
  const before = JSON.stringify(head).slice(0, -1);
  await io.jsonPart(`${before}${before === '{' ? '' : ','}"results":[`);
  let separator = '\n';
  for (const row of rows) {
    if (io.signal.aborted) return;
    await io.jsonPart(`${separator}${JSON.stringify(row)}`);
    separator = ',\n';
  }
  await io.jsonPart(`\n],"complete":${String(isComplete)}}\n`);
}
