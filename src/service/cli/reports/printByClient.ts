import { defang } from '../../../core/indicators';
import { csvCell } from '../../../core/export/csvCell';
import { visibleText } from '../../../core/text/visibleText';
import { actualRisk, type Triaged } from '../../../core/triage/assess';
import { type ClientRow, type ClientRows, rowsByClient } from '../../../core/triage/byClient';
import { isoSeconds } from '../../../core/triage/observed';
import type { CliIo } from '../command';
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
  'threats',
  'sources',
] as const;

/** Prints the indicators of each client, the client with the highest risk first. */
export async function printByClient(
  rows: readonly Triaged[],
  format: (typeof clientFormats)[number],
  { isComplete }: { readonly isComplete: boolean },
  io: CliIo,
): Promise<void> {
  const clients = rowsByClient(rows);
  switch (format) {
    case 'table':
      return printTable(clients, rows.length, io);
    case 'jsonl':
      for (const client of clients) {
        if (io.signal.aborted) return;
        await io.json(clientObject(client));
      }
      return;
    case 'json':
      return io.json({ results: clients.map(clientObject), complete: isComplete });
    case 'csv':
      return io.document(csvOf(clients), 'csv');
  }
}

const timesOf = ({ first, last }: Pick<ClientRow, 'first' | 'last'>) => ({
  firstSeen: isoSeconds(first),
  lastSeen: isoSeconds(last),
});

function clientObject({ name, rows, ...times }: ClientRows) {
  const indicators = rows.map(indicatorObject);
  return { client: name ?? null, risk: indicators[0]?.risk, ...timesOf(times), indicators };
}

function indicatorObject({ row, lines, ...times }: ClientRow) {
  const { indicator, known, hostKnown = [] } = row;
  const all = [...known, ...hostKnown];
  return {
    value: indicator.value,
    type: indicator.type,
    defanged: defang(indicator.value),
    risk: actualRisk(row) ?? 'unknown',
    lines,
    ...timesOf(times),
    threats: [...new Set(all.flatMap(({ record }) => record.threats.map(({ name }) => name)))],
    sources: [...new Set(all.map(({ source }) => source.name))],
  };
}

function csvOf(clients: readonly ClientRows[]): string {
  const lines = clients.flatMap(({ name, rows }) =>
    rows
      .map(indicatorObject)
      .map(({ value, defanged, type, risk, lines: count, firstSeen, lastSeen, threats, sources }) => {
        const cells = [name ?? '', value, defanged, type, risk, String(count), firstSeen ?? '', lastSeen ?? ''];
        const texts = [...cells, threats.join('; '), sources.join('; ')];
        return texts.map((cell) => csvCell(visibleText(cell))).join(',');
      }),
  );
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

async function printTable(clients: readonly ClientRows[], count: number, io: CliIo): Promise<void> {
  const named = clients.filter(({ name }) => name !== undefined).length;
  const lines = clients.flatMap(({ name, rows }) => [
    name === undefined ? 'No client known' : safeLine(name),
    ...rows.map((client) => knownLine(client.row, { lines: client.lines, ...timesOf(client), clients: '', place: '' })),
  ]);
  if (lines.length > 0) await printLines(lines, io);
  const [indicators, total] = [count === 1 ? 'indicator' : 'indicators', named === 1 ? 'client' : 'clients'];
  await io.line([{ text: `${count} ${indicators} at risk, ${named} ${total}`, style: 'dim' }]);
}
