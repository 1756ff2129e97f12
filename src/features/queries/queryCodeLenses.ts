import * as vscode from 'vscode';
import type { FileQuery } from '../../core/explore';
import type { CommandArguments, CommandId, RunQueryRequest } from '../shared/ids/commands';
import type { SettingsFacade } from '../shared/settings/settings';
import { hostLabel } from '../../core/records/labels/verdict';
import { codeLens, type UiCommand, type UiText } from '../shared/ui';
import { getQueries, rangeIn } from './queryDocuments';
import { uiText } from '../shared/ui/text';

/** The connected service, and whether the lookup mode allows requests. */
export interface CodeLensService {
  readonly host: () => string | undefined;
  readonly canRequest: () => boolean;
  /** The connected service changed. */
  readonly onChanged: vscode.Event<void>;
}

/** CodeLens above each query: run it, limit, and format. Can be disabled by a setting. */
export class QueryCodeLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly settings: SettingsFacade,
    private readonly service: CodeLensService,
  ) {
    this.listening = vscode.Disposable.from(
      settings.onChanged(({ now, before }) => {
        if (now.queryLenses !== before.queryLenses || now.lookups.mode !== before.lookups.mode) this.changed.fire();
      }),
      service.onChanged(() => this.changed.fire()),
    );
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!this.settings.current().queryLenses) return [];
    return getQueries(document).queries.flatMap((query) => codeLensesOf(document, query, this.service));
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }
}

function codeLensesOf(document: vscode.TextDocument, query: FileQuery, service: CodeLensService): vscode.CodeLens[] {
  const { range, settings } = query;
  if (range === undefined) return [];
  const uri = document.uri.toString();
  const location = rangeIn(document, { start: range.start, end: range.start });
  const about = { uri, offset: range.start };
  const request: RunQueryRequest = { uri, range };
  const limit =
    settings.limit !== undefined
      ? uiText('Limit: {0}', settings.limit)
      : service.host() === undefined
        ? uiText('Limit: default')
        : uiText('Limit: plan default');
  const format = uiText('Format: {0}', (settings.format ?? 'json').toUpperCase());
  const [run, ...others] = runCodeLenses(service, request);
  return [
    run,
    commandOf('threatLookups.setQueryLimit', limit, uiText('Change the maximum number of results'), [about]),
    commandOf('threatLookups.setQueryFormat', format, uiText('Change the response format'), [about]),
    ...others,
  ].map((command) => codeLens(location, command));
}

/** Names the service if the query would be sent to it; in offline mode it can't be. */
function runCodeLenses(
  { host, canRequest }: CodeLensService,
  request: RunQueryRequest,
): readonly [UiCommand, ...UiCommand[]] {
  const remote = host();
  const hint = uiText('Run locally; nothing is sent');
  if (remote === undefined) return [commandOf('threatLookups.runQuery', uiText('$(play) Run'), hint, [request])];
  if (!canRequest())
    return [commandOf('threatLookups.runQueryLocally', uiText('$(play) Run on Local Store'), hint, [request])];
  return [
    commandOf(
      'threatLookups.runQueryOnService',
      uiText('$(play) Run on {0}', hostLabel(remote)),
      uiText('Send this query to the service'),
      [request],
    ),
    commandOf('threatLookups.runQueryLocally', uiText('$(database) Run on Local Store'), hint, [request]),
  ];
}

function commandOf<C extends CommandId>(
  command: C,
  title: UiText,
  tooltip: UiText,
  args: CommandArguments[C],
): UiCommand {
  return { command, title, tooltip, arguments: [...args] };
}
