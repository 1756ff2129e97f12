import * as vscode from 'vscode';
import { errorDetails } from '../common/errorDetails';
import type { Memory } from '../common/notices';
import type { Output } from '../common/output';
import type { RunJob } from '../common/runJob';
import type { SettingsFacade } from '../common/settings';

/** When the store was last pruned, by whichever window. */
const prunedKey = 'localdata.prunedAt';
const everyMillis = 24 * 60 * 60 * 1000;
/** Not at activation: the store opens on the first need. */
const firstMillis = 5 * 60 * 1000;

interface PruningParts {
  readonly run: RunJob;
  readonly settings: SettingsFacade;
  readonly memory: Memory;
  readonly output: Output;
}

/** Keeps answers of services within the age and size that the settings allow: once a day, and when they change. */
export function registerPruning({ run, settings, memory, output }: PruningParts): vscode.Disposable {
  const prune = async (): Promise<void> => {
    try {
      await memory.update(prunedKey, Date.now());
      const { removed } = await run('prune', settings.current().storage);
      output.debug(`${removed} old answers dropped from the local store`);
    } catch (error) {
      output.warn(`Old answers are not dropped: ${errorDetails(error)}`);
    }
  };
  const pruneDaily = (): void => {
    const last: unknown = memory.get(prunedKey);
    const due = typeof last !== 'number' || Math.abs(Date.now() - last) >= everyMillis;
    if (due) void prune();
  };
  const first = setTimeout(pruneDaily, firstMillis);
  const daily = setInterval(pruneDaily, everyMillis);
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      clearTimeout(first);
      clearInterval(daily);
    }),
    settings.onChanged(({ now, before }) => {
      const same =
        now.storage.maxAgeMillis === before.storage.maxAgeMillis && now.storage.maxBytes === before.storage.maxBytes;
      if (!same) void prune();
    }),
  );
}
