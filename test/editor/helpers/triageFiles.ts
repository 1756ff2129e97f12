import * as vscode from 'vscode';
import * as tools from '../../../src/core/indicators';
import type { Triaged } from '../../../src/core/triage/assess';
import { allRows } from '../../../src/core/rows/rowQuery';
import { RowLocations } from '../../../src/features/triage/files/rowLocations';
import { fileSource } from '../../../src/features/triage/files/triageSource';
import { WorkerTriage } from '../../../src/features/triage/panel/workerTriage';
import { inThisThread } from '../../harness/inThisThread';
import type { Jobs } from '../../../src/service/jobs';
import { offlineContext } from '../../../src/service/triage/assessor';

/** Reads files as a triage does. Returns their rows, and where they are. */
export async function triageFiles(
  files: readonly vscode.Uri[],
  jobs: Jobs,
): Promise<{ readonly rows: readonly Triaged[]; readonly locations: RowLocations }> {
  const worker = inThisThread(jobs);
  const { texts } = await (await fileSource(files, worker)).load();
  const { signal } = new AbortController();
  const reading = new WorkerTriage(worker, texts);
  const rows = { files: [], hasOneFile: true, isFolding: true, entries: [] };
  const silent = { onProgress: () => undefined, onRows: () => undefined };
  await reading.start({ assessing: offlineContext(), rows }, { signal, ended: signal }, silent);
  const locations = new RowLocations(tools, {
    run: async (id, ...args) => vscode.commands.executeCommand(id, ...args),
  });
  locations.reset(texts.map(({ file }) => file));
  return { rows: await reading.rowsOf(allRows, true), locations };
}
