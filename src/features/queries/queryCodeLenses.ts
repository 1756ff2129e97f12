import * as vscode from 'vscode';
import { type FileQuery } from '../../core/explore';
import type { CommandArguments, CommandId } from '../common/commands';
import type { RunQueryRequest } from '../common/runQueryRequest';
import type { SettingsFacade } from '../common/settings';
import { hostLabel } from '../common/verdict';
import { codeLens, type UiCommand, type UiText, uiText } from '../common/ui';
import { queriesOf, rangeIn } from './queryDocuments';

/** Where queries can run: the connected service, and whether the mode lets it be asked; without one the local store alone. */
export interface LensService {
  readonly host: () => string | undefined;
  readonly mayAsk: () => boolean;
  /** Another service is connected, or none any more. */
  readonly onChanged: vscode.Event<void>;
}

/** Above every query: run it here or there, and what goes along with it. A setting switches them off. */
export class QueryCodeLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly settings: SettingsFacade,
    private readonly service: LensService,
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
    return queriesOf(document).queries.flatMap((query) => codeLensesOf(document, query, this.service));
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }
}

function codeLensesOf(document: vscode.TextDocument, query: FileQuery, service: LensService): vscode.CodeLens[] {
  const { range, settings } = query;
  if (range === undefined) return [];
  const uri = document.uri.toString();
  const place = rangeIn(document, { start: range.start, end: range.start });
  const about = { uri, offset: range.start };
  const request: RunQueryRequest = { uri, range };
  const limit = uiText(
    'Limit: {0}',
    settings.limit?.toLocaleString('en') ?? (service.host() === undefined ? 'default' : 'plan default'),
  );
  const format = uiText('As {0}', (settings.format ?? 'json').toUpperCase());
  const [run, ...others] = runCodeLenses(service, request);
  return [
    run,
    lens('threatLookups.setQueryLimit', limit, uiText('How many results at most; a click changes it'), [about]),
    lens('threatLookups.setQueryFormat', format, uiText('In which form the service answers; a click changes it'), [
      about,
    ]),
    ...others,
  ].map((command) => codeLens(place, command));
}

/** The service is named where something would go to it; offline nothing could. */
function runCodeLenses({ host, mayAsk }: LensService, request: RunQueryRequest): readonly [UiCommand, ...UiCommand[]] {
  const remote = host();
  const locally = uiText('Nothing is sent: the local store answers');
  if (remote === undefined) return [lens('threatLookups.runQuery', uiText('$(play) Run'), locally, [request])];
  if (!mayAsk())
    return [lens('threatLookups.runQueryLocally', uiText('$(play) Run on Local Store'), locally, [request])];
  const sends = uiText('Sends the query, once, as it stands here');
  return [
    lens('threatLookups.runQueryOnService', uiText('$(play) Run on {0}', hostLabel(remote)), sends, [request]),
    lens('threatLookups.runQueryLocally', uiText('$(database) Run on Local Store'), locally, [request]),
  ];
}

function lens<C extends CommandId>(command: C, title: UiText, tooltip: UiText, args: CommandArguments[C]): UiCommand {
  return { command, title, tooltip, arguments: [...args] };
}
