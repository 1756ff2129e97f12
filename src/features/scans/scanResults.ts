import * as vscode from 'vscode';
import { isResumable, isOpen, isRepeatable, type Scan, type Scans } from '../../core/scans';
import { truncateIndicator } from '../common/truncateIndicator';
import { capitalizedHostLabel, hostLabel } from '../common/verdict';
import { visibleText } from '../common/visibleText';
import { foreign, uiText, withProgress, type UiProgress } from '../common/ui';
import type { ScanFeatureParts } from './scanParts';
import { riskChangeLabel, progressMessage, progressLabel } from './scanText';

/** A result that took no longer is told quietly. */
const quickMillis = 10_000;

type ResultParts = Pick<ScanFeatureParts, 'scans' | 'commands' | 'notices' | 'loadIndicators'>;

/**
 * Shows scans that the user has just asked for until all have ended: stage, or `12 of 40`; Cancel stops following them
 * and keeps what is done. Then says what came of them.
 */
export async function trackScans(parts: ResultParts, wanted: readonly Scan[]): Promise<void> {
  const [first] = wanted;
  if (first === undefined) return;
  const { scans } = parts;
  const { defang } = await parts.loadIndicators();
  const shown = (scan: Scan): string => truncateIndicator(visibleText(defang(scan.indicator.value)), 60);
  const ids = new Set(wanted.map(({ id }) => id));
  const now = (): readonly Scan[] => scans.list().filter(({ id }) => ids.has(id));
  const startedAt = Date.now();
  const title = wanted.length === 1 ? `Scanning ${shown(first)}` : `Scanning ${wanted.length} indicators`;
  await withProgress(
    { location: vscode.ProgressLocation.Notification, cancellable: true, title: foreign(title) },
    (progress, token) => waitUntilDone(scans, now, progress, token),
  );
  const ended = now();
  const [only] = ended;
  if (wanted.length > 1) notifyMany(parts, ended, wanted.length, Date.now() - startedAt);
  else if (only !== undefined) notifyOne(parts, only, shown(only), Date.now() - startedAt);
}

function notifyOne({ notices, commands }: ResultParts, only: Scan, name: string, elapsedMillis: number): void {
  const { progress } = only;
  if (progress.kind === 'canceled') {
    notices.tell(uiText('{0}: {1}', name, progressMessage(only, Date.now())));
  } else if (progress.kind === 'done') {
    const sentence = uiText('{0}: {1}', name, riskChangeLabel(only));
    if (elapsedMillis < quickMillis) notices.tell(sentence);
    else {
      const { type, value } = only.indicator;
      void notices.offer('information', sentence, {
        label: uiText('Open Record'),
        run: () => commands.run('threatLookups.openRecord', { type, value }),
      });
    }
  } else if (!isOpen(only)) {
    const show = { label: uiText('Show Scans'), run: () => commands.run('threatLookups.showScans') };
    void notices.offer('warning', uiText('Scan of {0}: {1}', name, progressMessage(only, Date.now())), show);
  }
}

function waitUntilDone(
  scans: Scans,
  now: () => readonly Scan[],
  progress: UiProgress,
  token: vscode.CancellationToken,
): Promise<void> {
  return new Promise((resolve) => {
    let reported = 0;
    const end = (): void => {
      stop();
      cancelling.dispose();
      resolve();
    };
    const show = (): void => {
      const all = now();
      const ended = all.filter((scan) => !isOpen(scan));
      const [only] = all;
      const words = all.length === 1 && only !== undefined ? progressLabel(only, Date.now()) : batchProgressLabel(all);
      const message = foreign(words);
      const increment = all.length > 1 ? ((ended.length - reported) / all.length) * 100 : 0;
      reported = ended.length;
      progress.report(increment > 0 ? { message, increment } : { message });
      if (ended.length === all.length) end();
    };
    const stop = scans.onChanged(show);
    const cancelling = token.onCancellationRequested(() => {
      void scans.cancel(now().map(({ id }) => id)).then(end, end);
    });
    show();
  });
}

/** What became of a scan that came to nothing, with the ways on. */
export async function showScanResult({ notices, commands, loadIndicators }: ResultParts, scan: Scan): Promise<void> {
  const { defang } = await loadIndicators();
  const name = truncateIndicator(visibleText(defang(scan.indicator.value)), 60);
  const { type, value } = scan.indicator;
  const resume = { label: uiText('Follow Again'), run: () => commands.run('threatLookups.followScan', scan) };
  void notices.offer(
    scan.progress.kind === 'canceled' ? 'information' : 'warning',
    uiText('Scan of {0}: {1}', name, progressMessage(scan, Date.now())),
    ...(isResumable(scan) ? [resume] : []),
    { label: uiText('Repeat'), run: () => commands.run('threatLookups.repeatScan', scan) },
    { label: uiText('Open Record'), run: () => commands.run('threatLookups.openRecord', { type, value }) },
  );
}

/** “12 of 40”, and what has failed so far. */
function batchProgressLabel(all: readonly Scan[]): string {
  const ended = all.filter((scan) => !isOpen(scan));
  const failed = ended.filter(({ progress }) => progress.kind !== 'done').length;
  return `${ended.length} of ${all.length}${failed > 0 ? ` · ${failed} failed` : ''}`;
}

function notifyMany(
  { notices, commands }: ResultParts,
  ended: readonly Scan[],
  total: number,
  elapsedMillis: number,
): void {
  const of = (kind: Scan['progress']['kind']): readonly Scan[] =>
    ended.filter(({ progress }) => progress.kind === kind);
  const done = of('done').length;
  const canceled = of('canceled');
  const stillRunning = canceled.filter(({ progress }) => progress.kind === 'canceled' && progress.sent);
  const unclear = of('unclear').length;
  const failed = total - done - canceled.length - unclear;
  const host = capitalizedHostLabel(ended[0]?.host ?? '');
  const sentence = [
    `${done} of ${total} scans are done.`,
    ...(failed > 0 ? [`${failed} failed.`] : []),
    ...(unclear > 0 ? [`Of ${unclear} it is not known whether ${hostLabel(ended[0]?.host ?? '')} took them.`] : []),
    ...(stillRunning.length > 0 ? [`${host} goes on with ${stillRunning.length}, which are no longer followed.`] : []),
    ...(canceled.length > stillRunning.length ? [`${canceled.length - stillRunning.length} were not sent.`] : []),
  ].join(' ');
  const show = { label: uiText('Show Scans'), run: () => commands.run('threatLookups.showScans') };
  // Those of this wish: others that failed earlier are on the list for a reason of their own.
  const repeatable = ended.filter(
    (scan) => isRepeatable(scan) && !['canceled', 'unclear'].includes(scan.progress.kind),
  );
  const repeat = {
    label: uiText('Repeat Failed'),
    run: () => commands.run('threatLookups.repeatScan', undefined, repeatable),
  };
  if (failed + unclear > 0) {
    // What is wrong with the service as a whole fails them all for one reason.
    const reasons = new Set(repeatable.map((scan) => progressMessage(scan, Date.now())));
    const [reason] = reasons.size === 1 && repeatable.length > 1 ? reasons : [];
    const actions = repeatable.length > 0 ? [repeat, show] : [show];
    void notices.offer(
      'warning',
      reason === undefined ? foreign(sentence) : uiText('{0} {1}', sentence, reason),
      ...actions,
    );
  } else if (elapsedMillis < quickMillis) notices.tell(foreign(sentence));
  else void notices.offer('information', foreign(sentence), show);
}
