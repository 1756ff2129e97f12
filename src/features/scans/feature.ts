import * as vscode from 'vscode';
import { isOpen } from '../../core/scans';
import { hasOpenScansKey } from './openScans';
import { registerOverrides } from './overrideCommands';
import { registerResolverNotice } from './resolverNotice';
import { StartScanCommands } from './startScanCommands';
import type { ScanFeatureParts } from './scanParts';
import { registerScanListCommands } from './scanListCommands';
import { ScansView, watchStore } from './scansView';

/** Registers the scan commands and the “Scans” view; resumes scans that a reload interrupted. */
export function startScans(parts: ScanFeatureParts): vscode.Disposable {
  const { scans, commands, memory, contextKeys, loadIndicators, lookups } = parts;
  const view = new ScansView(scans, loadIndicators, parts.contributions);
  const scanning = new StartScanCommands(parts);
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
    watchStore(parts.scans, parts.storeFolder, parts.isScanning),
    commands.register('threatLookups.scan', (target) => scanning.scan(target)),
    registerScanListCommands(parts, scanning, () => view.selected()),
  );
}
