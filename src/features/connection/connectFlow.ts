import * as vscode from 'vscode';
import { checkedIndicator } from '../../core/api/client';
import type { RequestError, RequestErrorKind } from '../../core/api/requestError';
import type { RequestLog } from '../../core/lookups/options';
import { logRequests } from '../../core/lookups/requests/logRequests';
import { requestErrorCode } from '../../core/lookups/requestOutcome';
import type { Commands } from '../shared/commands/registerCommand';
import type { Notices } from '../shared/notices/notices';
import type { SettingsFacade } from '../shared/settings/settings';
import { formatRequestError } from '../shared/format/formatRequestError';
import { visibleText } from '../../core/text/visibleText';
import {
  untrusted,
  showWarningMessage,
  withProgress,
  showInputBox,
  createQuickPick,
  uiList,
  type UiButton,
  type UiPickItem,
} from '../shared/ui';
import { hostLabel } from '../../core/records/labels/verdict';
import type { Connection } from './connection';
import type { Keys } from './keys';
import { changeMode } from './changeMode';
import type { RecentServices, RecentService } from './recentServices';
import { localHost } from '../../core/records/sourceId';
import { uiText, type UiText } from '../shared/ui/text';
import { parseServiceUrl } from '../../core/api/baseUrl';
import { urlProblemMessage } from '../../core/api/strings';
import { trimTrailing } from '../../core/text/trim';
import { serviceName } from './connectionState';

const maxLength = 4096;

/** Why a text can't be an API key; undefined if it can. Surrounding spaces don't matter. */
export function keyProblem(text: string): UiText | undefined {
  const key = text.trim();
  if (key.length > maxLength) return uiText('The key is too long.');
  if (/\s/.test(key)) return uiText("The key can't contain spaces or line breaks.");
  if (/[^\x21-\x7e]/.test(key)) return uiText('The key can contain only ASCII characters.');
  if (/^https?:\/\//i.test(key)) return uiText('Enter the API key, not a URL.');
  return undefined;
}

/** Prompts for a base URL and validates it; resolves with its normal form, or undefined if dismissed. */
async function promptForBaseUrl(allowHttp: boolean, value = ''): Promise<string | undefined> {
  const typed = await showInputBox({
    title: uiText('Connect to Service: Base URL'),
    prompt: uiText('Enter the base URL of a service with the lookup API (the part before /api/)'),
    placeHolder: uiText('https://intel.example'),
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return undefined;
      const read = parseServiceUrl(text, { allowHttp });
      if (!read.ok) return untrusted(urlProblemMessage(read.problem));
      return isShortened(text, read.url) ? { note: uiText('The base URL is {0}.', read.url) } : undefined;
    },
  });
  if (typed === undefined || typed.trim() === '') return undefined;
  const read = parseServiceUrl(typed, { allowHttp });
  return read.ok ? read.url : undefined;
}

/** Whether the base URL lacks more of the input than trailing slashes. */
function isShortened(typed: string, url: string): boolean {
  const pathOf = (text: string): string => trimTrailing(new URL(text.trim()).pathname, /\//);
  return pathOf(typed) !== pathOf(url);
}

/** Prompts for a key; empty means none or the saved one, undefined that it was dismissed. */
async function promptForKey(host: string, stored: boolean): Promise<string | undefined> {
  const typed = await showInputBox({
    title: uiText('API Key for {0} (Optional)', visibleText(host)),
    prompt: uiText('Saved in your system keychain and sent only to {0}', visibleText(host)),
    placeHolder: stored
      ? uiText('Leave empty to keep the saved key')
      : uiText('Leave empty to continue without a key (lower limits)'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => keyProblem(text),
  });
  return typed?.trim();
}

/** Errors that need another key or address. */
const needsOtherInput: ReadonlySet<RequestErrorKind> = new Set(['badBaseUrl', 'keyRejected', 'notFound']);

interface Deps {
  readonly connection: Connection;
  readonly settings: SettingsFacade;
  readonly keys: Keys;
  readonly recent: RecentServices;
  readonly notices: Notices;
  readonly commands: Commands;
  /** A check is logged like any other request. */
  readonly requestLog: Pick<RequestLog, 'begin'>;
}

/** The steps that connect: address, key, check, mode. */
export class ConnectFlow {
  constructor(private readonly deps: Deps) {}

  /** Sets the key of the current service; asks for a service first if there is none. */
  async setKey(): Promise<void> {
    const address = this.address() ?? (await this.promptForAddress());
    if (address !== undefined) await this.keyThenCheck(address);
  }

  /** All steps: service, key, check, mode. */
  async connect(): Promise<void> {
    if (this.deps.recent.list().length > 0) return this.switchService();
    const address = await this.promptForAddress();
    if (address !== undefined) await this.keyThenCheck(address);
  }

  async switchService(): Promise<void> {
    const { recent, keys, settings, notices } = this.deps;
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
        notices.inform(uiText('Using the local store only.'));
        return;
      case 'recent':
        await settings.setBaseUrl(choice.address);
        await recent.use(choice.address);
        return this.checkThenMode();
      case 'another': {
        const address = await this.promptForAddress(choice.typed);
        if (address !== undefined) await this.keyThenCheck(address);
      }
    }
  }

  /** Checks the connection and shows the result. Resolves with the error, if any, before the notice is dismissed. */
  async check(): Promise<RequestError | undefined> {
    const { connection, notices, commands } = this.deps;
    const { remote, mode, error } = connection.state();
    if (remote === undefined) {
      if (error !== undefined) {
        this.showError(error, '');
        return error;
      }
      void notices.offer('information', uiText('No service is connected. Lookups use the local store.'), {
        label: uiText('Connect to Service…'),
        run: () => commands.run('threatLookups.connect'),
      });
      return undefined;
    }
    const host = visibleText(remote.host);
    if (mode === 'offline') {
      void notices.offer('information', uiText('Offline mode is on. Nothing was sent to {0}.', host), {
        label: uiText('Change Lookup Mode…'),
        run: () => commands.run('threatLookups.changeMode'),
      });
      return undefined;
    }
    const outcome = await this.checkService(remote.address, host);
    if (outcome === undefined) return undefined;
    if (!outcome.ok) {
      if (outcome.error.kind !== 'canceled') this.showError(outcome.error, remote.host);
      return outcome.error;
    }
    notices.inform(
      outcome.value.withKey
        ? uiText('Connected to {0}.', host)
        : uiText('Connected to {0} without an API key (lower limits apply).', host),
    );
    return undefined;
  }

  async removeKey(): Promise<void> {
    const { keys, recent, notices } = this.deps;
    const address = this.address();
    if (address === undefined || (await keys.get(address)) === undefined) {
      const name = address === undefined ? hostLabel(localHost) : visibleText(serviceName(address));
      notices.inform(uiText('No API key is saved for {0}.', name));
      return;
    }
    const name = visibleText(serviceName(address));
    const remove = uiText('Remove Key');
    const options = {
      modal: true,
      detail: uiText('Lookups will continue without a key, with lower limits. You can set a key again at any time.'),
    };
    const chosen = await showWarningMessage(uiText('Remove the API key for {0}?', name), options, remove);
    if (chosen !== remove) return;
    await keys.remove(address);
    await recent.use(address, false);
    notices.inform(uiText('Removed the API key for {0}.', name));
  }

  /** The base URL in use, if there is one. */
  private address(): string | undefined {
    return this.deps.connection.state().remote?.address;
  }

  private promptForAddress(typed = ''): Promise<string | undefined> {
    const { baseUrl, allowHttp } = this.deps.settings.current();
    // An invalid base URL is prefilled so that it can be corrected.
    return promptForBaseUrl(allowHttp, typed === '' && this.address() === undefined ? baseUrl : typed);
  }

  /** Saves nothing, not even the address, until the key prompt is confirmed: Escape leaves everything unchanged. */
  private async keyThenCheck(address: string): Promise<void> {
    const { keys, recent, settings } = this.deps;
    const stored = (await keys.get(address)) !== undefined;
    const key = await promptForKey(serviceName(address), stored);
    if (key === undefined) return;
    if (key !== '') await keys.set(address, key);
    await settings.setBaseUrl(address);
    await recent.use(address, stored || key !== '');
    await this.checkThenMode();
  }

  private async checkThenMode(): Promise<void> {
    const { settings, connection } = this.deps;
    const error = await this.check();
    // The mode can wait if another key or address is needed, which the notice offers.
    if (error !== undefined && needsOtherInput.has(error.kind)) return;
    if (settings.current().modeChosen) return;
    await changeMode(
      this.deps,
      uiText('Select Lookup Mode for {0}', visibleText(connection.state().remote?.host ?? '')),
    );
  }

  private async checkService(address: string, host: string): ReturnType<Connection['check']> {
    const { requestLog, connection } = this.deps;
    const row = { to: address, what: [checkedIndicator.value], why: 'check' } as const;
    const rows = logRequests(requestLog, row);
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: uiText('Checking {0}…', host),
      cancellable: true,
    };
    const outcome = await withProgress(options, (_, token) => {
      const ending = new AbortController();
      const listening = token.onCancellationRequested(() => ending.abort());
      return connection.check({ ...rows.options, signal: ending.signal }).finally(() => void listening.dispose());
    });
    rows.end(outcome === undefined ? 'canceled' : outcome.ok ? 'answered' : requestErrorCode(outcome.error));
    return outcome;
  }

  private showError(error: RequestError, host: string): void {
    const { notices, commands } = this.deps;
    const { sentence, action } = formatRequestError(error, host);
    const details = { label: uiText('Show Output'), run: () => commands.run('threatLookups.showDetails') };
    const actions =
      action === undefined || action.command === 'threatLookups.showDetails'
        ? [details]
        : [{ label: action.label, run: () => commands.run(action.command) }, details];
    void notices.offer('warning', untrusted(sentence), ...actions);
  }
}

type ServiceChoice =
  | { readonly kind: 'recent'; readonly address: string }
  /** Whose URL may have been typed already. */
  | { readonly kind: 'another'; readonly typed?: string }
  | { readonly kind: 'local' };

type Item = UiPickItem & { readonly choice: ServiceChoice };

function forgetButton(): UiButton {
  return { iconPath: new vscode.ThemeIcon('trash'), tooltip: uiText('Forget this service and its API key') };
}

function itemsFor(recent: readonly RecentService[], current: string | undefined): readonly Item[] {
  const services = recent.map(({ address, hadKey }): Item => {
    return {
      label: untrusted(visibleText(serviceName(address))),
      description: uiList(
        address === current ? uiText('in use') : undefined,
        hadKey ? uiText('with API key') : uiText('no API key'),
      ),
      choice: { kind: 'recent', address },
      buttons: address === current ? undefined : [forgetButton()],
    };
  });
  return [
    ...services,
    { label: uiText('$(add) Another Service…'), choice: { kind: 'another' }, alwaysShow: true },
    {
      label: uiText('$(home) Local Only'),
      description: current === undefined ? uiText('in use') : undefined,
      detail: uiText('Nothing is sent. Saved API keys are kept.'),
      choice: { kind: 'local' },
    },
  ];
}

/** Offers recently used services, another one, or none; `forget` removes one and resolves with the rest. */
function pickService(
  recent: readonly RecentService[],
  current: string | undefined,
  forget: (address: string) => Promise<readonly RecentService[]>,
): Promise<ServiceChoice | undefined> {
  const pick = createQuickPick<Item>();
  pick.title = uiText('Switch Service');
  pick.placeholder = uiText('Select the service for lookups');
  pick.items = itemsFor(recent, current);
  return new Promise((resolve) => {
    pick.onDidTriggerItemButton(async ({ item }) => {
      if (item.choice.kind === 'recent') pick.items = itemsFor(await forget(item.choice.address), current);
    });
    pick.onDidAccept(() => {
      const choice = pick.selectedItems[0]?.choice;
      resolve(choice?.kind === 'another' ? { ...choice, typed: pick.value } : choice);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
