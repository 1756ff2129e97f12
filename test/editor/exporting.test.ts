import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import * as indicators from '../../src/core/indicators';
import type { FoundRows } from '../../src/core/records/found';
import * as results from '../../src/core/results';
import { type ExportFormat, exportFormats, exportText, exportTo } from '../../src/features/results/files/exporting';
import type { RunResult } from '../../src/features/results/runs/runner';
import { exportStrings } from '../../src/features/results/strings';
import { answerPicks, answerSaveDialog } from './helpers/answerPicks';
import { eventually } from './helpers/waiting';
import { uiText } from '../../src/features/shared/ui/text';
import { getBlockFormats } from '../../src/features/results/commands/panelActions';

const csv = [
  'indicator,type,risk,stamp_added,stamp_updated,stamp_seen,stamp_retired,reference',
  'lookups-test-1.com,domain,high,2024-11-02 10:00:00,,2025-03-02 09:05:26,,',
  'lookups-test-2.com,domain,low,2024-11-02 10:00:00,,2025-03-02 09:05:26,,',
  '',
].join('\n');

const parts = {
  loadResults: () => Promise.resolve(results),
  loadIndicators: () => Promise.resolve(indicators),
  settings: { current: () => ({ plan: 'auto' }) },
} as unknown as Parameters<typeof exportText>[3];

function rows(): FoundRows {
  const answer = results.readAnswer({ format: 'csv', text: csv }, 'indicators', Date.now());
  assert.ok(answer);
  return answer.found;
}

/** The text of an export of two rows that a query without a format found. */
function textAs(format: ExportFormat): Promise<string> {
  const found = rows();
  const result: RunResult = {
    run: {
      id: '1',
      at: Date.now(),
      query: 'risk=high',
      settings: { limit: 6 },
      origin: { address: 'https://intel.example', host: 'intel.example', remote: true },
      end: { kind: 'answered', millis: 1, count: 2, unreadable: 0 },
    },
    finding: { found, warnings: [] },
  };
  return exportText(result, found, format, parts);
}

describe('Exporting results in VS Code', () => {
  const title = 'Export All 6 Rows';
  const informed: string[] = [];
  const notices = { inform: (text: string) => void informed.push(text) } as unknown as Parameters<
    typeof exportTo
  >[1]['notices'];

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  const expected: Readonly<Record<ExportFormat, readonly [beginning: RegExp, row: RegExp, file: RegExp]>> = {
    json: [/^\{/, /"lookups-test-2\.com"/, /\.json$/],
    csv: [/^# Explore results[^]*^# Limit: 6$/m, /^lookups-test-2\.com,domain/m, /\.csv$/],
    stix: [/^\{[^]*"bundle"/, /domain-name:value = 'lookups-test-2\.com'/, /\.stix\.json$/],
    stixLines: [/^\{"type":"\w/, /domain-name:value = 'lookups-test-2\.com'/, /\.stix\.jsonl$/],
    markdown: [/^# Results/, /lookups-test-2\[\.\]com/, /\.md$/],
  };

  for (const format of exportFormats) {
    it(`opens a document named after the query (${format})`, async () => {
      const [beginning, row, file] = expected[format];
      using picks = answerPicks([uiText('New Document')]);
      assert.equal(await exportTo({ text: await textAs(format), format, name: 'my-hunt', title }, { notices }), true);
      const { document } = await eventually(() => vscode.window.activeTextEditor, 'a document');
      assert.match(document.getText(), beginning);
      assert.match(document.getText(), row);
      assert.match(document.fileName, file);
      assert.match(document.fileName, /my-hunt/);
      assert.ok(document.isUntitled);
      assert.equal(picks.left(), 0);
    });
  }

  it('copies to the clipboard, and reports it', async () => {
    using picks = answerPicks([uiText('Clipboard')]);
    const text = await textAs('csv');
    assert.equal(await exportTo({ text, format: 'csv', name: 'my-hunt', title }, { notices }), true);
    assert.equal(await vscode.env.clipboard.readText(), text);
    assert.deepEqual(informed, [exportStrings.copiedAs('CSV')]);
    assert.equal(picks.left(), 0);
  });

  it('is a document if its chunks are few, and written to a file or copied chunk by chunk if they are long', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'exporting-'));
    const target = join(folder, 'my-hunt.csv');
    const chunk = 'a row of the table\n'.repeat(100_000);
    async function* chunks(count: number): AsyncGenerator<string> {
      for (let at = 0; at < count; at++) yield await Promise.resolve(chunk);
    }
    const exported = { format: 'csv', name: 'my-hunt', title } as const;
    try {
      using few = answerPicks([uiText('New Document')]);
      assert.equal(await exportTo({ ...exported, text: chunks(1) }, { notices }), true);
      assert.equal(vscode.window.activeTextEditor?.document.getText(), chunk);
      assert.equal(few.left(), 0);
      for (const name of [target, `${target}.gz`]) {
        using picks = answerPicks([uiText('File…')]);
        using saved = answerSaveDialog(vscode.Uri.file(name));
        assert.equal(await exportTo({ ...exported, text: chunks(12) }, { notices }), true);
        assert.equal(saved.left(), 0);
        const bytes = readFileSync(name);
        assert.equal((name === target ? bytes : gunzipSync(bytes)).toString(), chunk.repeat(12));
        assert.equal(picks.left(), 0);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('does nothing if the user cancels', async () => {
    using picks = answerPicks([undefined]);
    assert.equal(await exportTo({ text: 'text', format: 'csv', name: 'my-hunt', title }, { notices }), false);
    assert.equal(picks.left(), 0);
  });

  it('offers block lists and queries of indicators, without what is ignored', async () => {
    const found = rows();
    assert.equal(found.type, 'indicators');
    const records = [...found.rows].map((record) => ({ ...record, risk: 'high' as const }));
    const lookups = {
      blocked: ({ value }: { readonly value: string }) =>
        value === 'lookups-test-2.com' ? { kind: 'ignored', pattern: value, origin: 'user' } : undefined,
    };
    const result = { run: { origin: { remote: true, host: 'intel.example' } } } as unknown as RunResult;
    let message: string | undefined;
    const formats = await getBlockFormats(
      result,
      { type: 'indicators', rows: records, unreadable: 0 },
      title,
      { lookups, notices } as unknown as Parameters<typeof getBlockFormats>[3],
      (text) => {
        message = text;
      },
    );
    assert.deepEqual(formats.map(({ extension }) => extension).slice(-4), ['kql', 'spl', 'esql', 'lucene']);
    const text = await formats.find(({ extension }) => extension === 'lucene')?.text();
    assert.match(text ?? '', /\ndns\.question\.name:\("lookups-test-1\.com" OR \*\.lookups\\-test\\-1\.com\) OR /);
    assert.match(message ?? '', /ignore list/);
  });
});
