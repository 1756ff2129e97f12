import { viewIds } from '../shared/ids/contributionIds';
import * as vscode from 'vscode';
import { isResumable, isOpen, isRepeatable, type Scan, type Scans } from '../../core/scans';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { hostLabel } from '../../core/records/labels/verdict';
import { visibleText } from '../../core/text/visibleText';
import { uiSentences, withProgress, type UiProgress, type UiText } from '../shared/ui';
import type { ScanFeatureParts } from './scanParts';
import { riskChangeLabel, progressMessage, progressLabel } from './scanText';
import { strings } from './strings';
import { uiText, uiPlural } from '../shared/ui/text';

/** A faster result is shown in the status bar, without a notification. */
const quickMillis = 10_000;

type ResultParts = Pick<ScanFeatureParts, 'scans' | 'commands' | 'notices' | 'loadIndicators'>;

/**
 * Shows the progress of scans until all have ended, then their results. Cancel stops tracking them; results received by
 * then are kept.
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
  const title =
    wanted.length === 1
      ? uiText('Scanning {0}', shown(first))
      : uiPlural(wanted.length, { one: 'Scanning {0} indicator', other: 'Scanning {0} indicators' });
  await withProgress({ location: vscode.ProgressLocation.Notification, cancellable: true, title }, (progress, token) =>
    waitUntilDone(scans, now, progress, token),
  );
  const ended = now();
  const [only] = ended;
  if (wanted.length > 1) notifyMany(parts, ended, wanted.length, Date.now() - startedAt);
  else if (only !== undefined) notifyOne(parts, only, shown(only), Date.now() - startedAt);
}

function notifyOne({ notices, commands }: ResultParts, only: Scan, name: string, elapsedMillis: number): void {
  const { progress } = only;
  if (progress.kind === 'canceled') {
    notices.inform(strings.result(name, progressMessage(only, Date.now())));
  } else if (progress.kind === 'done') {
    const sentence = strings.result(name, riskChangeLabel(only));
    if (elapsedMillis < quickMillis) notices.inform(sentence);
    else {
      const { type, value } = only.indicator;
      void notices.offer('information', sentence, {
        label: uiText('Open Record'),
        run: () => commands.run('threatLookups.openRecord', { type, value }),
      });
    }
  } else if (!isOpen(only)) {
    const show = { label: uiText('Show Scans'), run: () => commands.run(`${viewIds.scans}.focus`) };
    void notices.offer('warning', strings.resultOf(name, progressMessage(only, Date.now())), show);
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
      const message =
        all.length === 1 && only !== undefined ? progressLabel(only, Date.now()) : batchProgressLabel(all);
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

/** Shows why a scan ended without a result, with the next steps. */
export async function showScanResult({ notices, commands, loadIndicators }: ResultParts, scan: Scan): Promise<void> {
  const { defang } = await loadIndicators();
  const name = truncateIndicator(visibleText(defang(scan.indicator.value)), 60);
  const { type, value } = scan.indicator;
  const resume = {
    label: uiText('Resume Tracking'),
    run: () => commands.run('threatLookups.resumeScanTracking', scan),
  };
  void notices.offer(
    scan.progress.kind === 'canceled' ? 'information' : 'warning',
    strings.resultOf(name, progressMessage(scan, Date.now())),
    ...(isResumable(scan) ? [resume] : []),
    { label: uiText('Repeat Scan'), run: () => commands.run('threatLookups.repeatScan', scan) },
    { label: uiText('Open Record'), run: () => commands.run('threatLookups.openRecord', { type, value }) },
  );
}

/** “12 of 40”, and how many have failed so far. */
function batchProgressLabel(all: readonly Scan[]): UiText {
  const ended = all.filter((scan) => !isOpen(scan));
  const failed = ended.filter(({ progress }) => progress.kind !== 'done').length;
  return failed > 0
    ? uiText('{0} of {1}, {2} failed', ended.length, all.length, failed)
    : uiText('{0} of {1}', ended.length, all.length);
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
  const unsent = canceled.length - stillRunning.length;
  const host = hostLabel(ended[0]?.host ?? '');
  const sentence = uiSentences(
    uiPlural(total, { one: '{1} of {0} scan finished.', other: '{1} of {0} scans finished.' }, done),
    failed > 0 ? uiText('{0} failed.', failed) : undefined,
    unclear > 0 ? uiText('{0} may not have been submitted.', unclear) : undefined,
    stillRunning.length > 0
      ? uiPlural(
          stillRunning.length,
          {
            one: '{0} continues on {1}, but is no longer tracked.',
            other: '{0} continue on {1}, but are no longer tracked.',
          },
          host,
        )
      : undefined,
    unsent > 0 ? uiPlural(unsent, { one: "{0} wasn't sent.", other: "{0} weren't sent." }) : undefined,
  );
  const show = { label: uiText('Show Scans'), run: () => commands.run(`${viewIds.scans}.focus`) };
  // Only scans of this command: earlier failures on the list had other reasons.
  const repeatable = ended.filter(
    (scan) => isRepeatable(scan) && !['canceled', 'unclear'].includes(scan.progress.kind),
  );
  const repeat = {
    label: uiText('Repeat Failed Scans'),
    run: () => commands.run('threatLookups.repeatScan', undefined, repeatable),
  };
  if (failed + unclear > 0) {
    // A problem of the service as a whole fails all scans for one reason.
    const reasons = new Set(repeatable.map((scan) => progressMessage(scan, Date.now())));
    const [reason] = reasons.size === 1 && repeatable.length > 1 ? reasons : [];
    const actions = repeatable.length > 0 ? [repeat, show] : [show];
    void notices.offer('warning', uiSentences(sentence, reason), ...actions);
  } else if (elapsedMillis < quickMillis) notices.inform(sentence);
  else void notices.offer('information', sentence, show);
}
