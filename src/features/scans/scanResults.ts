import * as vscode from 'vscode';
import { isFollowable, isOpen, isRepeatable, type Scan, type Scans } from '../../core/scans';
import { truncateIndicator } from '../common/truncateIndicator';
import { hostFirst, hostWords } from '../common/verdict';
import { visibleText } from '../common/visibleText';
import { foreign, uiText, withProgress, type UiProgress } from '../common/ui';
import type { ScanFeatureParts } from './scanParts';
import { changeWords, progressSentence, progressWords } from './scanWords';

/** A result that took no longer is told quietly. */
const quietMillis = 10_000;

type ResultParts = Pick<ScanFeatureParts, 'scans' | 'commands' | 'notices' | 'loadIndicators'>;

/**
 * Shows scans that the user has just asked for until all have ended: stage, or `12 of 40`; Cancel stops following them
 * and keeps what is done. Then says what came of them.
 */
export async function followScans(parts: ResultParts, wanted: readonly Scan[]): Promise<void> {
  const [first] = wanted;
  if (first === undefined) return;
  const { scans } = parts;
  const { defang } = await parts.loadIndicators();
  const shown = (scan: Scan): string => truncateIndicator(visibleText(defang(scan.indicator.value)), 60);
  const ids = new Set(wanted.map(({ id }) => id));
  const now = (): readonly Scan[] => scans.list().filter(({ id }) => ids.has(id));
  const began = Date.now();
  const title = wanted.length === 1 ? `Scanning ${shown(first)}` : `Scanning ${wanted.length} indicators`;
  await withProgress(
    { location: vscode.ProgressLocation.Notification, cancellable: true, title: foreign(title) },
    (progress, token) => untilEnded(scans, now, progress, token),
  );
  const ended = now();
  const [only] = ended;
  if (wanted.length > 1) tellMany(parts, ended, wanted.length, Date.now() - began);
  else if (only !== undefined) tellOne(parts, only, shown(only), Date.now() - began);
}

function tellOne({ notices, commands }: ResultParts, only: Scan, name: string, took: number): void {
  const { progress } = only;
  if (progress.kind === 'canceled') {
    notices.tell(uiText('{0}: {1}', name, progressSentence(only, Date.now())));
  } else if (progress.kind === 'done') {
    const sentence = uiText('{0}: {1}', name, changeWords(only));
    if (took < quietMillis) notices.tell(sentence);
    else {
      const { type, value } = only.indicator;
      void notices.offer('information', sentence, {
        label: uiText('Open Record'),
        run: () => commands.run('threatLookups.openRecord', { type, value }),
      });
    }
  } else if (!isOpen(only)) {
    const show = { label: uiText('Show Scans'), run: () => commands.run('threatLookups.showScans') };
    void notices.offer('warning', uiText('Scan of {0}: {1}', name, progressSentence(only, Date.now())), show);
  }
}

function untilEnded(
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
      const words = all.length === 1 && only !== undefined ? progressWords(only, Date.now()) : manyWords(all);
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
export async function tellEnd({ notices, commands, loadIndicators }: ResultParts, scan: Scan): Promise<void> {
  const { defang } = await loadIndicators();
  const name = truncateIndicator(visibleText(defang(scan.indicator.value)), 60);
  const { type, value } = scan.indicator;
  const follow = { label: uiText('Follow Again'), run: () => commands.run('threatLookups.followScan', scan) };
  void notices.offer(
    scan.progress.kind === 'canceled' ? 'information' : 'warning',
    uiText('Scan of {0}: {1}', name, progressSentence(scan, Date.now())),
    ...(isFollowable(scan) ? [follow] : []),
    { label: uiText('Repeat'), run: () => commands.run('threatLookups.repeatScan', scan) },
    { label: uiText('Open Record'), run: () => commands.run('threatLookups.openRecord', { type, value }) },
  );
}

/** “12 of 40”, and what has failed so far. */
function manyWords(all: readonly Scan[]): string {
  const ended = all.filter((scan) => !isOpen(scan));
  const failed = ended.filter(({ progress }) => progress.kind !== 'done').length;
  return `${ended.length} of ${all.length}${failed > 0 ? ` · ${failed} failed` : ''}`;
}

function tellMany({ notices, commands }: ResultParts, ended: readonly Scan[], total: number, took: number): void {
  const of = (kind: Scan['progress']['kind']): readonly Scan[] =>
    ended.filter(({ progress }) => progress.kind === kind);
  const done = of('done').length;
  const canceled = of('canceled');
  const goesOn = canceled.filter(({ progress }) => progress.kind === 'canceled' && progress.sent);
  const unclear = of('unclear').length;
  const failed = total - done - canceled.length - unclear;
  const host = hostFirst(ended[0]?.host ?? '');
  const sentence = [
    `${done} of ${total} scans are done.`,
    ...(failed > 0 ? [`${failed} failed.`] : []),
    ...(unclear > 0 ? [`Of ${unclear} it is not known whether ${hostWords(ended[0]?.host ?? '')} took them.`] : []),
    ...(goesOn.length > 0 ? [`${host} goes on with ${goesOn.length}, which are no longer followed.`] : []),
    ...(canceled.length > goesOn.length ? [`${canceled.length - goesOn.length} were not sent.`] : []),
  ].join(' ');
  const show = { label: uiText('Show Scans'), run: () => commands.run('threatLookups.showScans') };
  // Those of this wish: others that failed earlier are on the list for a reason of their own.
  const again = ended.filter((scan) => isRepeatable(scan) && !['canceled', 'unclear'].includes(scan.progress.kind));
  const repeat = {
    label: uiText('Repeat Failed'),
    run: () => commands.run('threatLookups.repeatScan', undefined, again),
  };
  if (failed + unclear > 0) {
    // What is wrong with the service as a whole fails them all for one reason.
    const reasons = new Set(again.map((scan) => progressSentence(scan, Date.now())));
    const [reason] = reasons.size === 1 && again.length > 1 ? reasons : [];
    const actions = again.length > 0 ? [repeat, show] : [show];
    void notices.offer(
      'warning',
      reason === undefined ? foreign(sentence) : uiText('{0} {1}', sentence, reason),
      ...actions,
    );
  } else if (took < quietMillis) notices.tell(foreign(sentence));
  else void notices.offer('information', foreign(sentence), show);
}
