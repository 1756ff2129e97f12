import * as vscode from 'vscode';
import { isOpen, isRepeatable, type Scan } from '../../core/scans';
import { viewIds } from '../shared/ids/contributionIds';
import { capitalizedHostLabel } from '../shared/format/verdict';
import { watchStore } from './watchStore';
import { hasOpenScansKey } from './openScans';
import { registerOverrides } from './overrideCommands';
import { registerResolverNotice } from './resolverNotice';
import { ScanCommands } from './scanCommands';
import type { ScanFeatureParts } from './scanParts';
import { trackScans, showScanResult } from './scanResults';
import { ScansView } from './scansView';
import { strings } from './strings';

/** Registers the scan commands and the view “Scans”; resumes scans that a reload interrupted. */
export function startScans(parts: ScanFeatureParts): vscode.Disposable {
  const { scans, commands, memory, contextKeys, loadIndicators, lookups, notices } = parts;
  const view = new ScansView(scans, loadIndicators, parts.contributions);
  const scanning = new ScanCommands(parts);
  // A menu of the view passes the clicked scan and all selected ones; a keybinding passes nothing.
  const targetsOf = (clicked: unknown, selected: unknown): readonly Scan[] => {
    const passed = Array.isArray(selected) ? (selected as readonly unknown[]) : clicked === undefined ? [] : [clicked];
    const ids = new Set((passed.length > 0 ? passed : view.selected()).map(idOf));
    return scans.list().filter(({ id }) => ids.has(id));
  };
  const ids = (wanted: readonly Scan[]): readonly string[] => wanted.map(({ id }) => id);

  const cancel = async (wanted: readonly Scan[]): Promise<void> => {
    const open = wanted.filter(isOpen);
    const sent = open.filter(({ progress }) => progress.kind !== 'waiting');
    await scans.cancel(ids(open));
    if (open.length === 0) notices.inform(strings.nothingToCancel());
    else if (sent.length === 0) notices.inform(strings.canceledUnsent());
    else notices.inform(strings.stoppedTracking(capitalizedHostLabel(sent[0]?.host ?? '')));
  };

  if (memory.get<boolean>(hasOpenScansKey, false)) void scans.load();
  return vscode.Disposable.from(
    view,
    new vscode.Disposable(() => scans.dispose()),
    new vscode.Disposable(
      scans.onChanged((now, before) => {
        if (now?.progress.kind === 'done' && before?.progress.kind !== 'done') lookups.forget();
        contextKeys.set('hasScans', scans.list().length > 0);
        const isAnyOpen = scans.list().some(isOpen);
        if (isAnyOpen !== memory.get<boolean>(hasOpenScansKey, false)) void memory.update(hasOpenScansKey, isAnyOpen);
      }),
    ),
    registerOverrides(parts),
    registerResolverNotice(parts),
    watchStore(parts),
    commands.register('threatLookups.scan', (target) => scanning.scan(target)),
    commands.register('threatLookups.showScans', () => vscode.commands.executeCommand(`${viewIds.scans}.focus`)),
    commands.register('threatLookups.cancelScan', (clicked, selected) => cancel(targetsOf(clicked, selected))),
    commands.register('threatLookups.repeatScan', (clicked, selected) => scanning.repeat(targetsOf(clicked, selected))),
    commands.register('threatLookups.resumeScanTracking', async (clicked, selected) => {
      await trackScans(parts, await scans.resume(ids(targetsOf(clicked, selected))));
    }),
    commands.register('threatLookups.showScanResult', async (clicked) => {
      const [scan] = targetsOf(clicked, undefined);
      if (scan !== undefined) await showScanResult(parts, scan);
    }),
    commands.register('threatLookups.removeScan', (clicked, selected) =>
      scans.remove(ids(targetsOf(clicked, selected))),
    ),
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
