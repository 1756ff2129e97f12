import { defang } from '../../../core/indicators';
import { csvCell } from '../../../core/export/csvCell';
import { visibleText } from '../../../core/text/visibleText';
import type { RiskLevel } from '../../../core/records/risk';
import { actualRisk, type Triaged } from '../../../core/triage/assess';
import { type ClientRow, type ClientRows, rowsByClient } from '../../../core/triage/byClient';
import { isoSeconds } from '../../../core/triage/observed';
import type { CliIo } from '../command';
import { printJsonDocument } from '../jsonRows';
import type { clientFormats } from '../manual/readingCommands';
import { safeLine } from '../output';
import { knownLine, printLines } from './table';

const columns = [
  'client',
  'indicator',
  'defanged',
  'type',
  'risk',
  'lines',
  'first_seen',
  'last_seen',
  'first',
  'threats',
  'sources',
] as const;

/** Prints the indicators of each client, the client with the highest risk first. */
export async function printByClient(
  rows: readonly Triaged[],
  format: (typeof clientFormats)[number],
  { isComplete, fileOf, lowest }: { readonly isComplete: boolean; readonly fileOf: FileOf; readonly lowest: RiskLevel },
  io: CliIo,
): Promise<void> {
  const clients = rowsByClient(rows);
  switch (format) {
    case 'table':
      return printTable(clients, { count: rows.length, lowest }, io);
    case 'jsonl':
      for (const client of clientObjects(clients, fileOf)) {
        if (io.signal.aborted) return;
        await io.json(client);
      }
      return;
    case 'json':
      return printJsonDocument(clientObjects(clients, fileOf), { isComplete }, io);
    case 'csv':
      return io.document(csvOf(clients, fileOf), 'csv');
  }
}

const timesOf = ({ first, last }: Pick<ClientRow, 'first' | 'last'>) => ({
  firstSeen: isoSeconds(first),
  lastSeen: isoSeconds(last),
});

/** The name of a file by its number. */
type FileOf = (file: number) => string;

/** Clients as objects of JSON, each made when it is printed. */
function* clientObjects(clients: readonly ClientRows[], fileOf: FileOf): Generator<object> {
  for (const client of clients) yield clientObject(client, fileOf);
}

function clientObject({ name, rows, ...times }: ClientRows, fileOf: FileOf) {
  const indicators = rows.map((row) => indicatorObject(row, fileOf));
  return { client: name ?? null, risk: indicators[0]?.risk, ...timesOf(times), indicators };
}

function indicatorObject({ row, lines, location, ...times }: ClientRow, fileOf: FileOf) {
  const { indicator, known, hostKnown = [] } = row;
  const all = [...known, ...hostKnown];
  return {
    value: indicator.value,
    type: indicator.type,
    defanged: defang(indicator.value),
    risk: actualRisk(row) ?? 'unknown',
    lines,
    ...timesOf(times),
    first: location === undefined ? null : { ...location, file: fileOf(location.file) },
    threats: [...new Set(all.flatMap(({ record }) => record.threats.map(({ name }) => name)))],
    sources: [...new Set(all.map(({ source }) => source.name))],
  };
}

function csvOf(clients: readonly ClientRows[], fileOf: FileOf): string {
  const lines = clients.flatMap(({ name, rows }) =>
    rows
      .map((row) => indicatorObject(row, fileOf))
      .map(({ value, defanged, type, risk, lines: count, firstSeen, lastSeen, first, threats, sources }) => {
        const cells = [name ?? '', value, defanged, type, risk, String(count), firstSeen ?? '', lastSeen ?? ''];
        const location = first === null ? '' : `${first.file}:${first.line}:${first.column}`;
        const texts = [...cells, location, threats.join('; '), sources.join('; ')];
        return texts.map((cell) => csvCell(visibleText(cell))).join(',');
      }),
  );
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

async function printTable(
  clients: readonly ClientRows[],
  { count, lowest }: { readonly count: number; readonly lowest: RiskLevel },
  io: CliIo,
): Promise<void> {
  const named = clients.filter(({ name }) => name !== undefined).length;
  const lines = clients.flatMap(({ name, rows }) => [
    name === undefined ? 'Unknown client' : safeLine(name),
    ...rows.map((client) =>
      knownLine(client.row, { lines: client.lines, ...timesOf(client), clients: '', location: '' }),
    ),
  ]);
  if (lines.length > 0) await printLines(lines, io);
  const noun = count === 1 ? 'indicator' : 'indicators';
  const indicators = lowest === 'low' ? `risky ${noun}` : `${noun} with at least ${lowest} risk`;
  const text =
    count === 0 ? `No ${indicators}` : `${count} ${indicators}, ${named} ${named === 1 ? 'client' : 'clients'}`;
  await io.line([{ text, style: 'dim' }]);
}
