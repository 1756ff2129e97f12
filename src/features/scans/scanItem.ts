import * as vscode from 'vscode';
import { isResumable, isOpen, isRepeatable, type Scan } from '../../core/scans';
import { formatAge, formatDate, formatUtc } from '../common/ages';
import { hostLabel } from '../common/verdict';
import { truncateIndicator } from '../common/truncateIndicator';
import { foreign, treeItem, uiLines, uiText } from '../common/ui';
import { visibleText } from '../common/visibleText';
import { riskChangeLabel, progressMessage, progressLabel, scanIcon } from './scanText';

/** A line of a narrow view has to hold what came of it, too. */
const longestName = 40;

/** A scan as a line of the view “Scans”; `defang` gives the form of a value that no click can open. */
export function scanItem(scan: Scan, defang: (value: string) => string, now: number): vscode.TreeItem {
  const whole = visibleText(defang(scan.indicator.value));
  const name = truncateIndicator(whole, longestName);
  const words = scan.progress.kind === 'done' ? riskChangeLabel(scan) : progressLabel(scan, now);
  const { icon, color } = scanIcon(scan);
  const { type, value } = scan.indicator;
  return treeItem({
    label: foreign(name),
    id: scan.id,
    description: foreign(`${words} · ${scan.kind} · ${formatAge(Math.min(scan.at, now), now)}`),
    iconPath: new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color)),
    tooltip: uiLines(...[truncateIndicator(whole, 200), ...details(scan, defang, now)].map((line) => foreign(line))),
    contextValue: contextOf(scan),
    spoken: uiText('{0}, {1}, {2} scan', name, words, scan.kind),
    // Of a scan that came to nothing the record knows nothing: what became of it is told.
    command: isRepeatable(scan)
      ? { command: 'threatLookups.tellScan', title: 'Tell What Became of It', arguments: [{ id: scan.id }] }
      : { command: 'threatLookups.openRecord', title: 'Open Record', arguments: [{ type, value }] },
  });
}

function details(scan: Scan, defang: (value: string) => string, now: number): readonly string[] {
  const kind = scan.kind === 'active' ? 'Active' : 'Passive';
  const date = formatDate(scan.at, { locale: vscode.env.language });
  return [
    progressMessage(scan, now),
    `${kind} scan at ${hostLabel(scan.host)}, asked for on ${date} (${formatUtc(scan.at)})`,
    ...(scan.sent.value === scan.indicator.value
      ? []
      : [`Sent: ${truncateIndicator(visibleText(defang(scan.sent.value)), 200)}`]),
    ...(scan.store ? ['Stored, so that others can find it.'] : []),
    ...(scan.qid === undefined ? [] : [`Queue ID ${scan.qid}`]),
  ];
}

/** What can be done with a scan, for the menus. */
function contextOf(scan: Scan): string {
  if (isOpen(scan)) return 'open';
  if (isResumable(scan)) return 'repeatable followable';
  return isRepeatable(scan) ? 'repeatable' : 'done';
}
