import * as vscode from 'vscode';
import { isResumable, isOpen, isRepeatable, type Scan } from '../../core/scans';
import { formatAge, formatDate, formatUtc } from '../../l10n';
import { hostLabel } from '../shared/format/verdict';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { foreign, treeItem, uiLines, uiList, type UiText } from '../shared/ui';
import { visibleText } from '../shared/text/visibleText';
import { riskChangeLabel, progressMessage, progressLabel, scanIcon } from './scanText';
import { strings } from './strings';
import { uiText } from '../shared/ui/text';

/** Leaves room for the state in a narrow view. */
const maxNameLength = 40;

/** A scan as a line of the view “Scans”. */
export function scanItem(scan: Scan, defang: (value: string) => string, now: number): vscode.TreeItem {
  const whole = visibleText(defang(scan.indicator.value));
  const name = truncateIndicator(whole, maxNameLength);
  const state = scan.progress.kind === 'done' ? riskChangeLabel(scan) : progressLabel(scan, now);
  const isActive = scan.kind === 'active';
  const { icon, color } = scanIcon(scan);
  const { type, value } = scan.indicator;
  return treeItem({
    label: foreign(name),
    id: scan.id,
    description: uiList(
      state,
      isActive ? uiText('active') : uiText('passive'),
      foreign(formatAge(Math.min(scan.at, now), now)),
    ),
    iconPath: new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color)),
    tooltip: uiLines(foreign(truncateIndicator(whole, 200)), ...details(scan, defang, now)),
    contextValue: contextOf(scan),
    spoken: isActive ? uiText('{0}, {1}, active scan', name, state) : uiText('{0}, {1}, passive scan', name, state),
    // A scan without a result has nothing to show in a record.
    command: isRepeatable(scan)
      ? { command: 'threatLookups.showScanResult', title: uiText('Show Scan Result'), arguments: [{ id: scan.id }] }
      : { command: 'threatLookups.openRecord', title: uiText('Open Record'), arguments: [{ type, value }] },
  });
}

function details(scan: Scan, defang: (value: string) => string, now: number): readonly (UiText | undefined)[] {
  const requested = scan.kind === 'active' ? strings.requestedActive : strings.requestedPassive;
  return [
    progressMessage(scan, now),
    requested(hostLabel(scan.host), formatDate(scan.at), formatUtc(scan.at)),
    scan.sent.value === scan.indicator.value
      ? undefined
      : uiText('Sent: {0}', truncateIndicator(visibleText(defang(scan.sent.value)), 200)),
    scan.store ? uiText('Visible to others') : undefined,
    scan.qid === undefined ? undefined : uiText('Queue ID {0}', String(scan.qid)),
  ];
}

/** What the menus offer for a scan. */
function contextOf(scan: Scan): string {
  if (isOpen(scan)) return 'open';
  if (isResumable(scan)) return ['repeatable', 'followable'].join(' ');
  return isRepeatable(scan) ? 'repeatable' : 'done';
}
