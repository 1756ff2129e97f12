import * as vscode from 'vscode';
import { type FileQuery } from '../../core/explore';
import type { CommandArguments, CommandId } from '../common/commands';
import type { RunQueryRequest } from '../common/runQueryRequest';
import type { SettingsFacade } from '../common/settings';
import { queriesOf, rangeIn } from './queryDocuments';

const runCommand = 'threatLookups.runQuery';

/** Above every query: run it, and what goes along with it. A setting switches them off. */
export class RunLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly listening: vscode.Disposable;
  private runs: Promise<boolean> | undefined;

  constructor(private readonly settings: SettingsFacade) {
    this.listening = settings.onChanged(({ now, before }) => {
      if (now.queryLenses !== before.queryLenses) this.changed.fire();
    });
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!this.settings.current().queryLenses) return [];
    const canRun = await this.canRun();
    return queriesOf(document).queries.flatMap((query) => lensesOf(document, query, canRun));
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  private canRun(): Promise<boolean> {
    this.runs ??= Promise.resolve(vscode.commands.getCommands(true)).then((all) => all.includes(runCommand));
    return this.runs;
  }
}

function lensesOf(document: vscode.TextDocument, query: FileQuery, canRun: boolean): vscode.CodeLens[] {
  const { range, settings } = query;
  if (range === undefined) return [];
  const uri = document.uri.toString();
  const place = rangeIn(document, { start: range.start, end: range.start });
  const about = { uri, offset: range.start };
  const request: RunQueryRequest = { uri, range };
  const limit = `Limit: ${settings.limit ?? 'plan default'}`;
  const format = `Format: ${(settings.format ?? 'json').toUpperCase()}`;
  return [
    ...(canRun ? [{ title: '$(play) Run', command: runCommand, arguments: [request], tooltip: 'Run this query' }] : []),
    lens('threatLookups.setQueryLimit', limit, 'How many results at most', [about]),
    lens('threatLookups.setQueryFormat', format, 'In which form the service answers', [about]),
  ].map((command) => new vscode.CodeLens(place, command));
}

function lens<C extends CommandId>(
  command: C,
  title: string,
  tooltip: string,
  args: CommandArguments[C],
): vscode.Command {
  return { command, title, tooltip, arguments: [...args] };
}
