import * as vscode from 'vscode';
import { isOpen, isRepeatable, type Scan } from '../../core/scans';
import { capitalizedHostLabel } from '../../core/records/labels/verdict';
import type { ScanFeatureParts } from './scanParts';
import { showScanResult, trackScans } from './scanResults';
import type { StartScanCommands } from './startScanCommands';
import { uiText } from '../shared/ui/text';

/** The commands of the “Scans” view: cancel, repeat, resume tracking, show the result, remove, and clear. */
export function registerScanListCommands(
  parts: ScanFeatureParts,
  scanning: StartScanCommands,
  selected: () => readonly unknown[],
): vscode.Disposable {
  const { scans, commands, notices } = parts;
  // A menu of the view passes the clicked scan and all selected ones; a keybinding passes nothing.
  const targetsOf = (clicked: unknown, passedSelection: unknown): readonly Scan[] => {
    const isList = Array.isArray(passedSelection);
    const passed = isList ? (passedSelection as readonly unknown[]) : clicked === undefined ? [] : [clicked];
    const chosen = new Set((passed.length > 0 ? passed : selected()).map(idOf));
    return scans.list().filter(({ id }) => chosen.has(id));
  };
  const ids = (wanted: readonly Scan[]): readonly string[] => wanted.map(({ id }) => id);

  const cancel = async (wanted: readonly Scan[]): Promise<void> => {
    const open = wanted.filter(isOpen);
    const sent = open.filter(({ progress }) => progress.kind !== 'waiting');
    await scans.cancel(ids(open));
    if (open.length === 0) notices.inform(uiText('No scan is running.'));
    else if (sent.length === 0) notices.inform(uiText('Canceled before anything was sent.'));
    else
      notices.inform(
        uiText(
          'Stopped tracking. {0} continues to process submitted scans.',
          capitalizedHostLabel(sent[0]?.host ?? ''),
        ),
      );
  };

  return vscode.Disposable.from(
    commands.register('threatLookups.cancelScan', (clicked, all) => cancel(targetsOf(clicked, all))),
    commands.register('threatLookups.repeatScan', (clicked, all) => scanning.repeat(targetsOf(clicked, all))),
    commands.register('threatLookups.resumeScanTracking', async (clicked, all) => {
      await trackScans(parts, await scans.resume(ids(targetsOf(clicked, all))));
    }),
    commands.register('threatLookups.showScanResult', async (clicked) => {
      const [scan] = targetsOf(clicked, undefined);
      if (scan !== undefined) await showScanResult(parts, scan);
    }),
    commands.register('threatLookups.removeScan', (clicked, all) => scans.remove(ids(targetsOf(clicked, all)))),
    commands.register('threatLookups.cancelScans', async () => {
      await scans.load();
      await cancel(scans.list());
    }),
    commands.register('threatLookups.repeatFailedScans', async () => {
      await scans.load();
      await scanning.repeat(scans.list().filter((scan) => isRepeatable(scan) && scan.progress.kind !== 'canceled'));
    }),
    commands.register('threatLookups.clearScans', async () => {
      await scans.load();
      await scans.remove(ids(scans.list().filter((scan) => !isOpen(scan))));
    }),
  );
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
}
