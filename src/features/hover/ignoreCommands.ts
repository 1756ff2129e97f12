import * as vscode from 'vscode';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import { addToIgnoreList, addToIgnoreFile } from '../shared/settings/addToIgnoreList';
import { ignoreFileIn } from '../shared/settings/ignoreFiles';
import type { Notices } from '../shared/notices/notices';
import { visibleText } from '../../core/text/visibleText';
import { untrusted, showQuickPick } from '../shared/ui';
import type { HoverCommandParts } from './lookUpCommands';
import { uiText, type UiText } from '../shared/ui/text';
import type { Indicator } from '../../core/indicators/identity/types';

/** “Ignore Indicator…” adds to the user's ignore list; “Edit Ignore List” opens it. */
export function registerIgnoreCommands(parts: HoverCommandParts, notices: Pick<Notices, 'inform'>): vscode.Disposable {
  const { commands, loadIndicators } = parts;
  return vscode.Disposable.from(
    commands.register('threatLookups.editIgnoreList', async (origin) => {
      const file = origin === 'file' ? await ignoreFile() : undefined;
      if (file !== undefined) {
        await vscode.window.showTextDocument(file);
        return;
      }
      await vscode.commands.executeCommand(
        origin === 'workspace' ? 'workbench.action.openWorkspaceSettings' : 'workbench.action.openSettings',
        '@id:threatLookups.ignore',
      );
    }),
    commands.register('threatLookups.ignore', async (argument) => {
      const target = await chooseIndicator(argument, parts, uiText('Ignore Indicator'));
      if (target === undefined) return;
      const { getHost } = await loadIndicators();
      const items = ignoreChoices(target, getHost).map(({ pattern, covers }) => ({
        label: untrusted(visibleText(pattern)),
        description: covers,
        pattern,
      }));
      const options = {
        title: uiText('Ignore Indicator'),
        placeHolder: uiText('Select what should never be sent to a service'),
      };
      const folder = folderOfEditor();
      const inFile =
        folder === undefined
          ? []
          : [{ label: uiText('Save in This Workspace Instead (.threatlookupsignore)…'), pattern: undefined }];
      const chosen = await showQuickPick([...items, ...inFile], options);
      if (chosen === undefined) return;
      if (chosen.pattern === undefined) {
        const shared = await showQuickPick(items, {
          ...options,
          title: uiText('Ignore in This Workspace (.threatlookupsignore)'),
        });
        if (shared === undefined || folder === undefined) return;
        await addToIgnoreFile(folder, shared.pattern);
        notices.inform(uiText('Added to .threatlookupsignore: {0}', shared.label));
        return;
      }
      await addToIgnoreList([chosen.pattern]);
      notices.inform(uiText('Added to the ignore list: {0}', chosen.label));
    }),
  );
}

/** The folder of the active editor; otherwise the first one; undefined without any. */
function folderOfEditor(): vscode.WorkspaceFolder | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const folder = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri);
  return folder ?? vscode.workspace.workspaceFolders?.[0];
}

/** The first ignore file of the workspace. */
async function ignoreFile(): Promise<vscode.Uri | undefined> {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const uri = ignoreFileIn(folder);
    try {
      await vscode.workspace.fs.stat(uri);
      return uri;
    } catch {
      // This folder has none.
    }
  }
  return undefined;
}

/** A pattern for the setting `threatLookups.ignore`, and a description of what it covers. */
interface IgnoreChoice {
  readonly pattern: string;
  readonly covers: UiText;
}

/** Patterns to ignore for an indicator, the narrowest first. `hostOf` reads a URL's host. */
export function ignoreChoices(
  indicator: Indicator,
  hostOf: (indicator: Indicator) => Indicator | undefined,
): readonly IgnoreChoice[] {
  switch (indicator.type) {
    case 'url': {
      const host = hostOf(indicator);
      return [
        { pattern: indicator.value, covers: uiText('only this URL') },
        ...(host === undefined ? [] : ignoreChoices(host, hostOf)),
      ];
    }
    case 'domain':
      return [
        { pattern: indicator.value, covers: uiText('only this domain') },
        ...suffixesOf(indicator.value).map((suffix) => ({
          pattern: `*.${suffix}`,
          covers: uiText('{0} and all subdomains', suffix),
        })),
      ];
    case 'ip':
      return [{ pattern: indicator.value, covers: uiText('only this IP address') }, ...networkOf(indicator.value)];
  }
}

/** The domain itself and its parents of two labels or more. */
function suffixesOf(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

function networkOf(address: string): readonly IgnoreChoice[] {
  const parts = address.split('.');
  if (parts.length !== 4) return [];
  const network = `${parts.slice(0, 3).join('.')}.0/24`;
  return [{ pattern: network, covers: uiText('the network {0}', network) }];
}
