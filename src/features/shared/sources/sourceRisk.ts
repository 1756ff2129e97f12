import * as vscode from 'vscode';
import type { RiskLevel } from '../../../core/records/risk';
import type { StoredSource } from '../../../core/records/sourceDetails';
import type { RunJob } from '../commands/runJob';
import { riskStyle } from '../format/verdict';
import type { Notices } from '../notices/notices';
import { withProgress } from '../ui';
import { shownName } from './listRiskPrompt';
import { strings } from './strings';

export interface SourceRiskParts {
  readonly run: RunJob;
  readonly notices: Pick<Notices, 'inform'>;
  /** Updates hovers, highlights, and panels. */
  readonly onDataChanged: () => void;
}

/**
 * Sets the risk that entries of a source without one have, with progress and Cancel, and remembers that the user was
 * asked. Returns false if it was canceled.
 */
export async function setSourceRisk(
  { run, notices, onDataChanged }: SourceRiskParts,
  source: Pick<StoredSource, 'id' | 'name'>,
  risk: RiskLevel,
): Promise<boolean> {
  const name = shownName(source.name);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: strings.rating(name),
    cancellable: true,
  };
  const changed = await withProgress(options, async (progress, token) => {
    const ending = new AbortController();
    const listening = token.onCancellationRequested(() => ending.abort());
    try {
      const change = { id: source.id, risk, details: { asked: true } };
      const { changed: isDone } = await run('sourceChange', change, {
        signal: ending.signal,
        onProgress: ({ done, total }) => progress.report({ message: strings.processed(done, total) }),
      });
      return isDone;
    } finally {
      listening.dispose();
      onDataChanged();
    }
  });
  const label = risk === 'unknown' ? strings.nothingLabel() : riskStyle(risk).label;
  notices.inform(changed ? strings.riskSet(name, label) : strings.riskKept(name));
  return changed;
}
