import * as vscode from 'vscode';
import { checkedIndicator } from '../../core/api/client';
import type { RequestError, RequestErrorKind } from '../../core/api/requestError';
import type { RequestLog } from '../../core/lookups/lookups';
import { logRequests } from '../../core/lookups/logRequests';
import type { Commands } from '../common/registerCommand';
import type { Notices } from '../common/notices';
import type { SettingsFacade } from '../common/settings';
import { formatRequestError } from '../common/formatRequestError';
import { visibleText } from '../common/visibleText';
import { foreign, showWarningMessage, uiText, withProgress } from '../common/ui';
import type { Connection } from './connection';
import type { Keys } from './keys';
import { modeText } from './modeText';
import { promptForBaseUrl, promptForKey, pickMode } from './prompts';
import type { RecentServices } from './recentServices';
import { serviceName } from './serviceName';
import { pickService } from './servicePick';
import { errorLabel } from './statusText';

/** Troubles that no patience mends: the key or the address is to be another one. */
const needsOtherInput: ReadonlySet<RequestErrorKind> = new Set(['badBaseUrl', 'keyRejected', 'notFound']);

export interface ConnectFlowParts {
  readonly connection: Connection;
  readonly settings: SettingsFacade;
  readonly keys: Keys;
  readonly recent: RecentServices;
  readonly notices: Notices;
  readonly commands: Commands;
  /** A check is a request like any other: it is listed. */
  readonly sent: Pick<RequestLog, 'begin'>;
}

/** What the user does to connect: address, key, check, mode, and back again. */
export class ConnectFlow {
  constructor(private readonly parts: ConnectFlowParts) {}

  /** Sets the key of the current service; where none is set, asks for one first. */
  async setKey(): Promise<void> {
    const address = this.address() ?? (await this.askAddress());
    if (address !== undefined) await this.keyThenCheck(address);
  }

  /** From nothing to answers: service, key, check, mode. */
  async connect(): Promise<void> {
    if (this.parts.recent.list().length > 0) return this.switchService();
    const address = await this.askAddress();
    if (address !== undefined) await this.keyThenCheck(address);
  }

  async switchService(): Promise<void> {
    const { recent, keys, settings, notices } = this.parts;
    const current = this.address();
    if (current !== undefined && recent.find(current) === undefined) {
      await recent.use(current, (await keys.get(current)) !== undefined);
    }
    const choice = await pickService(recent.list(), current, async (address) => {
      await keys.remove(address);
      await recent.forget(address);
      return recent.list();
    });
    switch (choice?.kind) {
      case undefined:
        return;
      case 'local':
        await settings.setBaseUrl('');
        notices.tell(uiText('Lookups stay on this machine: local service only.'));
        return;
      case 'recent':
        await settings.setBaseUrl(choice.address);
        await recent.use(choice.address);
        return this.checkThenMode();
      case 'another': {
        const address = await this.askAddress();
        if (address !== undefined) await this.keyThenCheck(address);
      }
    }
  }

  /**
   * Asks the service and says in words what came of it. Ends with the answer, not with what is chosen in a notice; with
   * the trouble that was met, if one was.
   */
  async check(): Promise<RequestError | undefined> {
    const { connection, notices, commands } = this.parts;
    const { remote, mode, error } = connection.state();
    if (remote === undefined) {
      if (error !== undefined) {
        this.showError(error, '');
        return error;
      }
      const sentence = uiText('No service is connected; lookups are answered from the local store.');
      void notices.offer('information', sentence, {
        label: uiText('Connect to Service…'),
        run: () => commands.run('threatLookups.connect'),
      });
      return undefined;
    }
    const host = visibleText(remote.host);
    if (mode === 'offline') {
      const sentence = uiText('Lookups are off (offline), so nothing was sent to {0}.', host);
      void notices.offer('information', sentence, {
        label: uiText('Change Lookup Mode…'),
        run: () => commands.run('threatLookups.changeMode'),
      });
      return undefined;
    }
    const outcome = await this.ask(remote.address, host);
    if (outcome === undefined) return undefined;
    if (!outcome.ok) {
      if (outcome.error.kind !== 'canceled') this.showError(outcome.error, remote.host);
      return outcome.error;
    }
    notices.tell(
      outcome.value.withKey
        ? uiText('{0} answers and takes the key.', host)
        : uiText('{0} answers without a key; limits are stricter so.', host),
    );
    return undefined;
  }

  async removeKey(): Promise<void> {
    const { keys, recent, notices } = this.parts;
    const address = this.address();
    if (address === undefined || (await keys.get(address)) === undefined) {
      const name = address === undefined ? 'the local service' : visibleText(serviceName(address));
      notices.tell(uiText('No key is stored for {0}.', name));
      return;
    }
    const name = visibleText(serviceName(address));
    const remove = uiText('Remove Key');
    const chosen = await showWarningMessage(
      uiText('Remove the key for {0}?', name),
      {
        modal: true,
        detail: uiText('Lookups then go without a key, under stricter limits. You can set it again at any time.'),
      },
      remove,
    );
    if (chosen !== remove) return;
    await keys.remove(address);
    await recent.use(address, false);
    notices.tell(uiText('The key for {0} was removed.', name));
  }

  async changeMode(title = 'Change Lookup Mode'): Promise<void> {
    const { settings, notices } = this.parts;
    const chosen = await pickMode(title, settings.current().lookups.mode);
    if (chosen === undefined) return;
    await settings.setMode(chosen);
    const effective = settings.current().lookups.mode;
    notices.tell(
      effective === chosen
        ? uiText('Lookups: {0}.', modeText(chosen).short)
        : uiText('Lookups: {0}, as this workspace allows no more.', modeText(effective).short),
    );
  }

  /** The base URL in use, if there is one. */
  private address(): string | undefined {
    return this.parts.connection.state().remote?.address;
  }

  private askAddress(): Promise<string | undefined> {
    const { baseUrl, allowHttp } = this.parts.settings.current();
    // An unusable base URL stands in the box to be mended.
    return promptForBaseUrl(allowHttp, this.address() === undefined ? baseUrl : '');
  }

  /** Keeps nothing, not even the address, until the key's box was answered: Escape leaves all as it was. */
  private async keyThenCheck(address: string): Promise<void> {
    const { keys, recent, settings } = this.parts;
    const stored = (await keys.get(address)) !== undefined;
    const key = await promptForKey(serviceName(address), stored);
    if (key === undefined) return;
    if (key !== '') await keys.set(address, key);
    await settings.setBaseUrl(address);
    await recent.use(address, stored || key !== '');
    await this.checkThenMode();
  }

  private async checkThenMode(): Promise<void> {
    const { settings, connection } = this.parts;
    const error = await this.check();
    // What may be sent is no question yet where only another key or address helps; the notice offers that.
    if (error !== undefined && needsOtherInput.has(error.kind)) return;
    if (settings.current().modeChosen) return;
    await this.changeMode(`${visibleText(connection.state().remote?.host ?? '')}: What May Be Sent?`);
  }

  private async ask(address: string, host: string): ReturnType<Connection['check']> {
    const { sent, connection } = this.parts;
    const row = { to: address, what: [checkedIndicator.value], why: 'check' } as const;
    const rows = logRequests((each) => sent.begin(each), row);
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: uiText('Asking {0}…', host),
      cancellable: true,
    };
    const outcome = await withProgress(options, (_, token) => {
      const ending = new AbortController();
      const listening = token.onCancellationRequested(() => ending.abort());
      return connection.check({ ...rows.options, signal: ending.signal }).finally(() => void listening.dispose());
    });
    rows.end(outcome === undefined ? 'canceled' : outcome.ok ? 'answered' : errorLabel(outcome.error));
    return outcome;
  }

  private showError(error: RequestError, host: string): void {
    const { notices, commands } = this.parts;
    const { sentence, action } = formatRequestError(error, host);
    const why = error.kind === 'badBaseUrl' ? uiText('{0} {1}', sentence, error.detail) : foreign(sentence);
    const details = { label: uiText('Details'), run: () => commands.run('threatLookups.showDetails') };
    const actions =
      action === undefined || action.label === details.label
        ? [details]
        : [{ label: foreign(action.label), run: () => commands.run(action.command) }, details];
    void notices.offer('warning', why, ...actions);
  }
}
