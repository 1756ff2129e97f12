import * as vscode from 'vscode';
import type { TaxiiOffer, FoundCollection } from '../../../core/sync';
import { type ChosenCollection, collectionKey, type MirrorServer, withServer } from '../../../core/sync/subscriptions';
import { syncErrorMessage } from '../../../core/sync/strings';
import { untrusted, createQuickPick, showInputBox, type UiButton, type UiPickItem, type UiText } from '../../shared/ui';
import type { SourcesModel } from '../sourcesModel';
import type { MirrorFeatureParts, TaxiiTools } from '../sourcesParts';
import type { ServerNode } from '../sourcesTree';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import { promptSignIn, type SignedIn } from './signInPrompt';
import { strings } from '../strings';
import { sameOrigin, type TaxiiSecrets } from '../taxiiSecrets';
import type { TaxiiServers } from '../taxiiServers';
import { uiText, icon } from '../../shared/ui/text';
import { parseBaseUrl } from '../../../core/api/baseUrl';
import { AddressInput } from './addressInput';
import type { RequestOptions } from '../../../core/api/requestOptions';
import { isAccessRefused, type TaxiiErrorContext } from '../../../core/api/taxii/errorContext';
import { taxiiErrorMessage } from '../../../core/api/taxii/strings';
import type { Outcome, RequestError, RequestErrorKind } from '../../../core/api/requestError';
import { requestFromHost, chooseNextStep, type NextStep } from './hostRequest';
import { getSignIn } from '../taxiiServers';
import { t, formatList } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

/** The server responded, though not as a TAXII server without credentials does. */
const answered: ReadonlySet<RequestErrorKind> = new Set([
  'notFound',
  'notJson',
  'badShape',
  'badRequest',
  'serverError',
  'rateLimited',
]);
/** No TAXII at the address: a collection ID may work anyway. */
const nowhere: ReadonlySet<RequestErrorKind> = new Set(['notFound', 'notJson', 'badShape']);

/** Lists the collections of TAXII servers, with progress and Cancel, and asks how to continue after an error. */
class ServerProbe {
  constructor(
    private readonly loadMirror: MirrorFeatureParts['loadMirror'],
    private readonly requestLog: MirrorFeatureParts['requestLog'],
    private readonly servers: TaxiiServers,
  ) {}

  /**
   * Whether there may be a server at an address: checked without credentials, before the user enters any. `signIn`
   * where there may be one; otherwise the user's choice.
   */
  async probe(address: string): Promise<'signIn' | 'again' | 'address' | undefined> {
    const { none } = await this.request(address, { signIn: { kind: 'none' } }, async ({ probe }, client, options) => {
      const none = await probe(client, address, options);
      return { none, error: none?.error };
    });
    if (none === undefined) return 'signIn';
    const { error, requestedUrls } = none;
    if (error.kind === 'canceled') return 'address';
    const message = this.messageOf(error, address);
    const isNone = nowhere.has(error.kind);
    const probed = t('Checked without credentials: {0}.', formatList(requestedUrls.map(formatAddress)));
    const step = await chooseNextStep(
      isNone ? t('No TAXII server found at {0}.', formatAddress(address)) : message,
      answered.has(error.kind) ? ['address', 'again', 'signInAnyway'] : ['address', 'again'],
      { detail: error.kind === 'notJson' ? `${message} ${probed}` : probed, error },
    );
    return step === 'signInAnyway' ? 'signIn' : step === 'address' || step === 'again' ? step : undefined;
  }

  /** Requests what a server offers with these credentials. */
  async offer(address: string, signed: SignedIn): Promise<Outcome<TaxiiOffer>> {
    const { outcome } = await this.request(address, signed, async ({ discover }, client, options) => {
      const outcome = await discover(client, address, options);
      return { outcome, error: outcome.ok ? undefined : outcome.error };
    });
    return outcome;
  }

  /** Asks how to continue after an error of a server; `isNew` if the address may change. */
  async chooseAfterError(
    address: string,
    { signIn }: SignedIn,
    error: RequestError,
    isNew: boolean,
  ): Promise<NextStep | undefined> {
    const other: readonly NextStep[] = isNew ? ['address'] : [];
    const steps: readonly NextStep[] = isAccessRefused(error)
      ? ['signIn', ...other, 'again']
      : nowhere.has(error.kind)
        ? [...other, 'typeId', 'signIn', ...(isNew ? [] : (['again'] as const))]
        : ['again', ...other, ...(answered.has(error.kind) ? (['signIn'] as const) : [])];
    return chooseNextStep(this.messageOf(error, address, { signIn: getSignIn(signIn).kind }), steps, { error });
  }

  /** Asks how to continue if no collection is readable. */
  async chooseWhenNothingOffered(address: string, offer: TaxiiOffer, isNew: boolean): Promise<NextStep | undefined> {
    const host = hostOfAddress(address);
    const [elsewhere] = offer.elsewhere;
    if (elsewhere !== undefined && offer.collections.length === 0) {
      const other = hostOfAddress(elsewhere);
      return chooseNextStep(
        t('{0} lists an API root at {1}.', host, other),
        ['elsewhere', ...(isNew ? (['address'] as const) : [])],
        {
          detail: t(
            'Nothing was sent there because your credentials are sent only to {0}. If you trust the other host, add it as a server.',
            host,
          ),
          addOther: strings.addOther(other),
        },
      );
    }
    const [failed] = offer.failed;
    const message =
      failed !== undefined
        ? this.messageOf(failed.error, address, { part: 'root' })
        : offer.collections.length > 0
          ? t("These credentials can't read any collections on {0}.", host)
          : t('{0} lists no collections.', host);
    return chooseNextStep(message, ['typeId', 'signIn', ...(isNew ? (['address'] as const) : [])]);
  }

  private messageOf(error: RequestError, address: string, context: TaxiiErrorContext = {}): string {
    const isService = this.servers.isService(address);
    return taxiiErrorMessage(error, hostOfAddress(address), { ...context, isService });
  }

  private request<T extends { readonly error?: RequestError | undefined }>(
    address: string,
    { signIn, secret }: SignedIn,
    request: (
      tools: TaxiiTools,
      client: Awaited<ReturnType<TaxiiServers['trial']>>,
      options: RequestOptions,
    ) => Promise<T>,
  ): Promise<T> {
    const { servers, loadMirror } = this;
    return requestFromHost(
      this.requestLog,
      { address, what: address, subject: { kind: 'server' } },
      async (options) => {
        const [tools, client] = await Promise.all([loadMirror(), servers.trial({ address, signIn }, secret)]);
        return request(tools, client, options);
      },
    );
  }
}

/** Prompts for the address of a TAXII server. */
class AddressPrompt {
  private readonly box: AddressInput;

  constructor(private readonly parts: Pick<MirrorFeatureParts, 'connected' | 'settings'>) {
    this.box = new AddressInput({
      title: uiText('Add TAXII Server: URL'),
      prompt: uiText('Base URL of the service, discovery URL (…/taxii2/), or API root'),
      placeHolder: untrusted('https://intel.example/taxii2/'),
      read: (text) => parseBaseUrl(text, { allowHttp: parts.settings.current().allowHttp }),
    });
  }

  /** The connected service's own server, or another one by address; undefined if the prompt was closed. */
  async prompt(): Promise<string | undefined> {
    const service = this.parts.connected();
    if (service === undefined) return this.box.prompt();
    const own = {
      label: strings.connectedService(hostOfAddress(service)),
      description: uiText('connected service'),
      detail: uiText('{0}/taxii2/', formatAddress(service)),
    };
    const other = {
      label: uiText('{0} Another Server…', icon('add')),
      description: uiText('enter its URL'),
      alwaysShow: true,
    };
    const pick = createQuickPick<UiPickItem>();
    pick.title = uiText('Add TAXII Server');
    pick.placeholder = uiText('Select the server that has the collections');
    pick.ignoreFocusOut = true;
    pick.items = [own, other];
    const typed = await new Promise<string | undefined>((resolve) => {
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0] === own ? service : pick.value);
        pick.hide();
      });
      pick.onDidHide(() => {
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
    });
    return typed === undefined || typed === service ? typed : this.box.prompt(typed === '' ? undefined : typed);
  }

  /** Prompts with this address to start with. */
  async showWith(address: string): Promise<string | undefined> {
    return this.box.prompt(address);
  }

  /** Prompts again after `address` failed, with the typed text. */
  async showAgain(address: string): Promise<string | undefined> {
    return address === this.parts.connected() ? this.box.prompt(address) : this.box.prompt();
  }

  /** A server was added: the next one has another address. */
  forget(): void {
    this.box.forget();
  }
}

interface Deps extends Pick<
  MirrorFeatureParts,
  'settings' | 'keyOf' | 'connected' | 'loadMirror' | 'requestLog' | 'notices' | 'commands'
> {
  readonly model: SourcesModel;
  readonly servers: TaxiiServers;
  readonly secrets: TaxiiSecrets;
  /** Syncs collections that were just selected. */
  readonly sync: (keys: readonly string[]) => Promise<void>;
  /** Removes the mirrored data of collections after a confirmation. False where the user declined. */
  readonly removeMirrored: (address: string, collections: readonly ChosenCollection[]) => Promise<boolean>;
}

interface Probed {
  readonly signed: SignedIn;
  readonly offer: TaxiiOffer;
}

/** Another address is needed: `address` where it is known. */
interface Elsewhere {
  readonly address?: string;
}

/** “Add TAXII Server…”, and later changes. Nothing is stored until all prompts are answered. */
export class ServerSetup {
  private readonly addresses: AddressPrompt;
  private readonly probe: ServerProbe;

  constructor(private readonly deps: Deps) {
    this.addresses = new AddressPrompt(deps);
    this.probe = new ServerProbe(deps.loadMirror, deps.requestLog, deps.servers);
  }

  /** From an address to synced collections; a wrong one is detected before the user enters a secret. */
  async add(given?: string): Promise<void> {
    const { model, notices } = this.deps;
    if (this.isOffline()) return;
    let address = await (given === undefined ? this.addresses.prompt() : this.addresses.showWith(given));
    while (address !== undefined) {
      const there = model.server(address);
      if (there?.server !== undefined) {
        notices.inform(uiText('The TAXII server {0} has already been added.', formatAddress(address)));
        this.addresses.forget();
        return this.chooseCollections(there);
      }
      const probed = await this.reach(address);
      if (probed === undefined) return;
      if ('offer' in probed) return this.addReached(address, probed);
      const { address: known } = probed;
      address = await (known === undefined ? this.addresses.showAgain(address) : this.addresses.showWith(known));
    }
  }

  /** Prompts for the collections of a new server, and syncs them. */
  private async addReached(address: string, { signed, offer }: Probed): Promise<void> {
    const { model, settings } = this.deps;
    const collections = await pickCollections(address, offer, leftOf(model.server(address)));
    if (collections === undefined || settings.current().lookups.mode === 'offline') return;
    const { title } = offer;
    const named = title === undefined ? {} : { title };
    await this.keep({ address, ...named, signIn: signed.signIn, collections }, signed.secret);
    this.addresses.forget();
    await vscode.commands.executeCommand('threatLookups.sources.focus');
    await this.deps.sync(collections.map(({ id }) => collectionKey(address, id)));
  }

  /** Lists the server's collections again, and prompts for those to mirror. */
  async chooseCollections({ address, server }: ServerNode): Promise<void> {
    if (server === undefined) return this.add(address);
    if (this.isOffline()) return;
    const probed = await this.tryOffer(address, { signIn: server.signIn }, false);
    if (probed === undefined) return;
    if (!('offer' in probed)) return this.add(probed.address);
    const collections = await pickCollections(address, probed.offer, server.collections);
    if (collections === undefined) return;
    const dropped = server.collections.filter(({ id }) => !collections.some((each) => each.id === id));
    if (dropped.length > 0 && !(await this.deps.removeMirrored(address, dropped))) return;
    await this.keep({ ...server, signIn: probed.signed.signIn, collections }, probed.signed.secret);
    const fresh = collections.filter(({ id }) => !server.collections.some((each) => each.id === id));
    if (fresh.length > 0) await this.deps.sync(fresh.map(({ id }) => collectionKey(address, id)));
  }

  /** Prompts for other credentials, and checks them with the server. */
  async changeSignIn({ address, server }: ServerNode): Promise<void> {
    if (server === undefined || this.isOffline()) return;
    const signed = await this.promptSignIn(address, { signIn: server.signIn }, false);
    if (signed === undefined || signed === 'address') return;
    const probed = await this.tryOffer(address, signed, false);
    if (probed === undefined) return;
    if (!('offer' in probed)) return this.add(probed.address);
    await this.keep({ ...server, signIn: probed.signed.signIn }, probed.signed.secret);
    this.deps.notices.inform(uiText('Signed in to {0}', hostOfAddress(address)));
  }

  private async keep(server: MirrorServer, secret: string | undefined): Promise<void> {
    const { model, secrets } = this.deps;
    await secrets.set(server.address, server.signIn, secret);
    await model.save(withServer(model.subscriptions(), server));
  }

  private isOffline(): boolean {
    const { settings, notices, commands } = this.deps;
    if (settings.current().lookups.mode !== 'offline') return false;
    void notices.offer('information', untrusted(syncErrorMessage({ kind: 'offline' })), {
      label: uiText('Change Lookup Mode…'),
      run: () => commands.run('threatLookups.changeMode'),
    });
    return true;
  }

  /** The base URL of a service at the same origin whose key is stored. */
  private async serviceAt(address: string): Promise<string | undefined> {
    const { connected, keyOf } = this.deps;
    const service = connected();
    const candidates = [service, new URL(address).origin, address].filter((each) => each !== undefined);
    for (const each of candidates) {
      if (sameOrigin(each, address) && (await keyOf(each)) !== undefined) return each;
    }
    return undefined;
  }

  /** Checks a new address, prompts for credentials, and lists what the server offers. */
  private async reach(address: string): Promise<Probed | Elsewhere | undefined> {
    let seen: Awaited<ReturnType<ServerProbe['probe']>> = 'again';
    while (seen === 'again') seen = await this.probe.probe(address);
    if (seen === 'address') return {};
    if (seen === undefined) return undefined;
    const signed = await this.promptSignIn(address, undefined, true);
    if (signed === undefined || signed === 'address') return signed === undefined ? undefined : {};
    return this.tryOffer(address, signed, true);
  }

  private async promptSignIn(address: string, earlier: SignedIn | undefined, isNew: boolean) {
    return promptSignIn(address, { keyOf: await this.serviceAt(address), earlier, isNew });
  }

  /** Requests what a server offers; after an error, the user decides. `isNew` if the address may change. */
  private async tryOffer(address: string, first: SignedIn, isNew: boolean): Promise<Probed | Elsewhere | undefined> {
    let signed = first;
    for (;;) {
      const outcome = await this.probe.offer(address, signed);
      if (!outcome.ok && outcome.error.kind === 'canceled') return isNew ? {} : undefined;
      const offer = outcome.ok ? outcome.value : emptyOffer(address);
      if (offer.collections.some(({ canRead }) => canRead)) {
        this.showOtherServer(address, offer);
        return { signed, offer };
      }
      const way = await (outcome.ok
        ? this.probe.chooseWhenNothingOffered(address, offer, isNew)
        : this.probe.chooseAfterError(address, signed, outcome.error, isNew));
      switch (way) {
        case 'again':
          break;
        case 'address':
          return {};
        case 'elsewhere':
          return { address: offer.elsewhere[0] };
        case 'typeId':
          return { signed, offer };
        case 'signIn': {
          const other = await this.promptSignIn(address, signed, isNew);
          if (other === undefined) return undefined;
          if (other === 'address') return {};
          signed = other;
          break;
        }
        default:
          return undefined;
      }
    }
  }

  /** Notifies about an API root at another origin, where there are collections here also. */
  private showOtherServer(address: string, { elsewhere: [elsewhere] }: TaxiiOffer): void {
    if (elsewhere === undefined) return;
    const { notices, commands } = this.deps;
    const host = hostOfAddress(address);
    const other = hostOfAddress(elsewhere);
    void notices.offer(
      'information',
      uiText(
        '{0} lists an API root at {1}. Nothing was sent there because your credentials are sent only to {0}.',
        host,
        other,
      ),
      {
        label: strings.addOther(other),
        run: () => commands.run('threatLookups.addTaxiiServer', elsewhere),
      },
    );
  }
}

function leftOf(node: ServerNode | undefined): readonly ChosenCollection[] {
  return (node?.children ?? []).flatMap((child) =>
    child.kind === 'collection' ? [{ id: child.collection, root: child.root, title: child.title }] : [],
  );
}

/** Without a discovery: the root is `api/` below it (lookup API: “TAXII collection objects”). */
function emptyOffer(address: string): TaxiiOffer {
  const base = address.endsWith('/') ? address : `${address}/`;
  const root = /\/taxii2?\/$/.test(base) ? `${base}api/` : /\/taxii2?\//.test(base) ? base : `${base}taxii2/api/`;
  return { root, collections: [], elsewhere: [], refusedRoots: [], failed: [] };
}

type Item = UiPickItem & { readonly collection: ChosenCollection };

type Picked =
  | { readonly kind: 'chosen'; readonly collections: readonly ChosenCollection[] }
  | { readonly kind: 'type'; readonly collections: readonly ChosenCollection[] };

/**
 * Prompts for the collections to mirror; `chosen` are those already mirrored. An unlisted one can be entered by ID.
 * Undefined if the prompt was closed.
 */
async function pickCollections(
  address: string,
  offer: TaxiiOffer,
  chosen: readonly ChosenCollection[],
): Promise<readonly ChosenCollection[] | undefined> {
  let checked = chosen;
  let known = merged(offer, chosen);
  if (known.length === 0) {
    const typed = await typeCollection(address, offer);
    if (typed === undefined) return undefined;
    known = [typed];
  }
  // A single collection needs no choice.
  if (known.length === 1) checked = known;
  for (;;) {
    const picked = await pickOnce(address, offer, known, checked);
    if (picked === undefined) return undefined;
    if (picked.kind === 'chosen') return picked.collections;
    const typed = await typeCollection(address, offer);
    checked = typed === undefined ? picked.collections : [...picked.collections, typed];
    if (typed !== undefined && !known.some(({ id }) => id === typed.id)) known = [...known, typed];
  }
}

/**
 * The readable collections, and those mirrored already although they aren't listed. An ID counts once, whatever root
 * lists it.
 */
function merged({ collections }: TaxiiOffer, chosen: readonly ChosenCollection[]): readonly ChosenCollection[] {
  const all = [...collections.filter(({ canRead }) => canRead), ...chosen];
  const byId = new Map<string, ChosenCollection>();
  for (const { id, root, title } of all) if (!byId.has(id)) byId.set(id, { id, root, title });
  return [...byId.values()];
}

function pickOnce(
  address: string,
  { collections: listed }: TaxiiOffer,
  known: readonly ChosenCollection[],
  checked: readonly ChosenCollection[],
): Promise<Picked | undefined> {
  const roots = new Set(known.map(({ root }) => root));
  const pick = createQuickPick<Item>();
  const prompt = (): void => {
    pick.title = uiText('TAXII Server {0}: Collections', hostOfAddress(address));
    pick.placeholder = placeholder(listed);
  };
  prompt();
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDetail = true;
  const enterId: UiButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: uiText('Enter Collection ID…') };
  pick.buttons = [enterId];
  pick.items = known.map((collection) => {
    const description = listed.find(({ id }) => id === collection.id)?.description;
    return {
      label: untrusted(truncateText(visibleText(collection.title), 100)),
      ...detailOf(
        description,
        roots.size > 1 ? collection.root : undefined,
        collection.title === collection.id ? undefined : collection.id,
      ),
      collection,
    };
  });
  pick.selectedItems = pick.items.filter(({ collection }) => checked.some(({ id }) => id === collection.id));
  return new Promise((resolve) => {
    const collections = (): readonly ChosenCollection[] => pick.selectedItems.map(({ collection }) => collection);
    pick.onDidTriggerButton(() => {
      resolve({ kind: 'type', collections: collections() });
      pick.hide();
    });
    pick.onDidAccept(() => {
      // Requires a selection. The placeholder is read aloud, the title is visible while typing.
      if (pick.selectedItems.length === 0) {
        pick.title = uiText('Select at least one collection, or press Escape to cancel');
        pick.placeholder = uiText('Select at least one collection, or press Escape to cancel');
        return;
      }
      resolve({ kind: 'chosen', collections: collections() });
      pick.hide();
    });
    pick.onDidChangeSelection((selected) => {
      if (selected.length > 0) prompt();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function placeholder(listed: readonly FoundCollection[]): UiText {
  const count = listed.filter(({ canRead }) => !canRead).length;
  return count === 0
    ? uiText('Select collections to keep on this machine')
    : uiText("Select collections to keep on this machine ({0} more can't be read with these credentials)", count);
}

function detailOf(
  description: string | undefined,
  root: string | undefined,
  id: string | undefined,
): Pick<UiPickItem, 'detail'> {
  const parts = [
    ...(description === undefined ? [] : [truncateText(visibleText(description), 200)]),
    ...(root === undefined ? [] : [formatAddress(root)]),
    ...(id === undefined ? [] : [visibleText(id)]),
  ];
  return parts.length === 0 ? {} : { detail: untrusted(parts.join(' · ')) };
}

async function typeCollection(
  address: string,
  { root, collections }: TaxiiOffer,
): Promise<ChosenCollection | undefined> {
  const host = hostOfAddress(address);
  const id = await showInputBox({
    title: uiText('TAXII Server {0}: Collection ID', host),
    prompt:
      collections.length === 0
        ? uiText('{0} lists no collections. Enter the ID of a collection at {1}', host, formatAddress(root))
        : uiText('ID of a collection at {0}', formatAddress(root)),
    placeHolder: untrusted('91a7b528-80eb-42ed-a74d-c6fbd5a26116'),
    ignoreFocusOut: true,
    validateInput: (typed) => idProblem(typed.trim()),
  });
  if (id === undefined || id.trim() === '') return undefined;
  const found = collections.find((each) => each.id === id.trim());
  return { id: id.trim(), root: found?.root ?? root, title: found?.title ?? id.trim() };
}

function idProblem(id: string): UiText | undefined {
  if (id === '') return uiText('Enter an ID.');
  if (id.length > 300) return uiText('This ID is too long.');
  // Characters that can't occur in one segment of a path.
  if (/[\s/?#\\]/.test(id) || id === '.' || id === '..') return uiText("An ID can't contain spaces or slashes.");
  return undefined;
}
