import * as vscode from 'vscode';
import { isOpen, isRepeatable, type Scan } from '../../core/scans';
import { ageWords, dateWords, utcWords } from '../common/ages';
import { hostWords } from '../common/verdict';
import { cutIndicator } from '../common/cutIndicator';
import { visibleText } from '../common/visibleText';
import { changeWords, progressSentence, progressWords, scanLook } from './scanWords';

/** A scan as a line of the view “Scans”; `defang` gives the form of a value that no click can open. */
export function scanItem(scan: Scan, defang: (value: string) => string, now: number): vscode.TreeItem {
  const name = cutIndicator(visibleText(defang(scan.indicator.value)), 80);
  const words = scan.progress.kind === 'done' ? changeWords(scan) : progressWords(scan, now);
  const { icon, color } = scanLook(scan);
  const { type, value } = scan.indicator;
  return Object.assign(new vscode.TreeItem(name), {
    id: scan.id,
    description: `${words} · ${scan.kind} · ${ageWords(Math.min(scan.at, now), now)}`,
    iconPath: new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color)),
    tooltip: [name, ...details(scan, defang, now)].join('\n'),
    contextValue: contextOf(scan),
    accessibilityInformation: { label: `${name}, ${words}, ${scan.kind} scan` },
    command: { command: 'threatLookups.openRecord', title: 'Open Record', arguments: [{ type, value }] },
  });
}

function details(scan: Scan, defang: (value: string) => string, now: number): readonly string[] {
  const kind = scan.kind === 'active' ? 'Active' : 'Passive';
  const date = dateWords(scan.at, { locale: vscode.env.language });
  return [
    progressSentence(scan, now),
    `${kind} scan at ${hostWords(scan.host)}, asked for on ${date} (${utcWords(scan.at)})`,
    ...(scan.sent.value === scan.indicator.value
      ? []
      : [`Sent: ${cutIndicator(visibleText(defang(scan.sent.value)), 200)}`]),
    ...(scan.store ? ['Stored, so that others can find it.'] : []),
    ...(scan.qid === undefined ? [] : [`Queue ID ${scan.qid}`]),
  ];
}

/** What can be done with a scan, for the menus. */
function contextOf(scan: Scan): string {
  if (isOpen(scan)) return 'open';
  return isRepeatable(scan) ? 'repeatable' : 'done';
}
