import * as vscode from 'vscode';
import { parseBaseUrl } from '../../core/api/baseUrl';
import type { Outcome } from '../../core/api/trouble';
import { troubleWord } from '../../core/lookups/troubleWord';
import type { Offer } from '../../core/mirror';
import { type ChosenCollection, collectionKey, type MirrorServer, withServer } from '../../core/mirror/subscriptions';
import { pickCollections } from './collectionPick';
import type { MirrorModel } from './mirrorModel';
import type { MirrorFeatureParts } from './mirrorParts';
import type { ServerNode } from './mirrorTree';
import { addressWords, hostOfAddress, offlineSentence } from './mirrorWords';
import { askSignIn, type SignedIn } from './signInPick';
import { sameOrigin, type TaxiiSecrets } from './taxiiSecrets';
import { asAddress, type TaxiiServers } from './taxiiServers';

export interface ServerSetupParts extends Pick<
  MirrorFeatureParts,
  'settings' | 'keyOf' | 'connected' | 'loadMirror' | 'sent' | 'notices' | 'commands'
> {
  readonly model: MirrorModel;
  readonly servers: TaxiiServers;
  readonly secrets: TaxiiSecrets;
  /** Syncs collections that were chosen just now. */
  readonly sync: (keys: readonly string[]) => Promise<void>;
  /** Removes what was mirrored of collections, after a question. False where the user would not. */
  readonly removeMirrored: (address: string, collections: readonly ChosenCollection[]) => Promise<boolean>;
}

interface Looked {
  readonly signed: SignedIn;
  readonly offer: Offer;
}

const addressPrompt = 'The service, its discovery (…/taxii2/) or an API root';

/** “Add TAXII Server…”, and what can be changed about one later. Nothing is kept until all questions are answered. */
export class ServerSetup {
  constructor(private readonly parts: ServerSetupParts) {}

  /** From an address to collections that are synced. */
  async add(given?: string): Promise<void> {
    const { model, settings, notices } = this.parts;
    if (this.isOffline()) return;
    const address = await this.askAddress(given);
    if (address === undefined) return;
    const there = model.server(address);
    if (there?.server !== undefined) {
      notices.tell(`The TAXII server ${addressWords(address)} is there already.`);
      return this.chooseCollections(there);
    }
    const signed = await askSignIn(address, await this.serviceAt(address));
    if (signed === undefined) return;
    const looked = await this.look(address, signed);
    if (looked === undefined) return;
    const collections = await pickCollections(address, looked.offer, there?.children.length === 0 ? [] : leftOf(there));
    if (collections === undefined || settings.current().lookups.mode === 'offline') return;
    const { title } = looked.offer;
    await this.keep(
      { address, ...(title === undefined ? {} : { title }), signIn: looked.signed.signIn, collections },
      looked.signed.secret,
    );
    await vscode.commands.executeCommand('threatLookups.mirror.focus');
    await this.parts.sync(collections.map(({ id }) => collectionKey(address, id)));
  }

  /** Asks the server again what it offers, and which of it to mirror from now on. */
  async chooseCollections({ address, server }: ServerNode): Promise<void> {
    if (server === undefined) return this.add(address);
    if (this.isOffline()) return;
    const looked = await this.look(address, { signIn: server.signIn });
    if (looked === undefined) return;
    const collections = await pickCollections(address, looked.offer, server.collections);
    if (collections === undefined) return;
    const dropped = server.collections.filter(({ id }) => !collections.some((each) => each.id === id));
    if (dropped.length > 0 && !(await this.parts.removeMirrored(address, dropped))) return;
    await this.keep({ ...server, signIn: looked.signed.signIn, collections }, looked.signed.secret);
    const fresh = collections.filter(({ id }) => !server.collections.some((each) => each.id === id));
    if (fresh.length > 0) await this.parts.sync(fresh.map(({ id }) => collectionKey(address, id)));
  }

  /** Another user, key or none, checked by asking the server. */
  async changeSignIn({ address, server }: ServerNode): Promise<void> {
    if (server === undefined || this.isOffline()) return;
    const signed = await askSignIn(address, await this.serviceAt(address));
    if (signed === undefined) return;
    const looked = await this.look(address, signed);
    if (looked === undefined) return;
    await this.keep({ ...server, signIn: looked.signed.signIn }, looked.signed.secret);
    this.parts.notices.tell(`${hostOfAddress(address)} takes this sign-in.`);
  }

  private async keep(server: MirrorServer, secret: string | undefined): Promise<void> {
    const { model, secrets } = this.parts;
    await secrets.set(server.address, server.signIn, secret);
    await model.keep(withServer(model.subscriptions(), server));
  }

  private isOffline(): boolean {
    const { settings, notices, commands } = this.parts;
    if (settings.current().lookups.mode !== 'offline') return false;
    void notices.offer('information', offlineSentence, {
      label: 'Change…',
      run: () => commands.run('threatLookups.changeMode'),
    });
    return true;
  }

  /** The base URL of a service at the same origin whose key is stored. */
  private async serviceAt(address: string): Promise<string | undefined> {
    const { connected, keyOf } = this.parts;
    const service = connected();
    const candidates = [service, new URL(address).origin, address].filter((each) => each !== undefined);
    for (const each of candidates) {
      if (sameOrigin(each, address) && (await keyOf(each)) !== undefined) return each;
    }
    return undefined;
  }

  /** The connected service's own server, or another by its address. */
  private async askAddress(given: string | undefined): Promise<string | undefined> {
    const { connected, settings } = this.parts;
    const service = connected();
    if (given === undefined && service !== undefined) {
      const own = {
        label: `$(server) ${hostOfAddress(service)}`,
        description: 'the connected service',
        detail: `${addressWords(service)}/taxii2/`,
      };
      const other = { label: '$(add) Another server…', description: 'by its address' };
      const chosen = await vscode.window.showQuickPick([own, other], {
        title: 'Add TAXII Server',
        placeHolder: 'Whose collections to mirror on this machine',
        ignoreFocusOut: true,
      });
      if (chosen === undefined) return undefined;
      if (chosen === own) return service;
    }
    const { allowHttp } = settings.current();
    let typed: string | undefined = given ?? '';
    for (let isFirst = true; isFirst || typed.trim() === ''; isFirst = false) {
      typed = await vscode.window.showInputBox({
        title: 'Add TAXII Server: Address',
        prompt: isFirst ? addressPrompt : `Type an address first. ${addressPrompt}`,
        placeHolder: 'https://intel.example/taxii2/',
        value: typed,
        ignoreFocusOut: true,
        validateInput: (text) => {
          if (text.trim() === '') return undefined;
          const read = parseBaseUrl(text, { allowHttp });
          return read.ok ? undefined : asAddress(read.problem);
        },
      });
      if (typed === undefined) return undefined;
    }
    const read = parseBaseUrl(typed, { allowHttp });
    return read.ok ? read.url : undefined;
  }

  /** What a server offers; where that fails, says why and goes on as the user wants. */
  private async look(address: string, first: SignedIn): Promise<Looked | undefined> {
    const again = 'Try Again';
    const signInElse = 'Other Sign-In…';
    const byId = 'Type Collection ID…';
    let signed = first;
    for (;;) {
      const outcome = await this.ask(address, signed);
      if (outcome === undefined) return undefined;
      if (outcome.ok) {
        const sentence = await this.emptySentence(address, outcome.value);
        if (sentence === undefined) return { signed, offer: outcome.value };
        const chosen = await vscode.window.showWarningMessage(sentence, byId, signInElse);
        if (chosen === undefined) return undefined;
        if (chosen === byId) return { signed, offer: outcome.value };
      } else {
        if (outcome.trouble.kind === 'cancelled') return undefined;
        const { taxiiSentence } = await this.parts.loadMirror();
        const sentence = taxiiSentence(outcome.trouble, hostOfAddress(address));
        const isNowhere = ['notFound', 'notJson', 'badShape'].includes(outcome.trouble.kind);
        const ways = [again, signInElse, ...(isNowhere ? [byId] : [])];
        const chosen = await vscode.window.showWarningMessage(sentence, ...ways);
        if (chosen === undefined) return undefined;
        if (chosen === byId) return { signed, offer: emptyOffer(address) };
        if (chosen === again) continue;
      }
      const other = await askSignIn(address, await this.serviceAt(address));
      if (other === undefined) return undefined;
      signed = other;
    }
  }

  private async ask(address: string, { signIn, secret }: SignedIn): Promise<Outcome<Offer> | undefined> {
    const { servers, loadMirror, sent } = this.parts;
    const host = hostOfAddress(address);
    let endRow: ReturnType<typeof sent.begin> | undefined;
    const onRequest = (): void => {
      endRow ??= sent.begin({ to: address, what: ['what the TAXII server offers'], why: 'sync' });
    };
    const options = { location: vscode.ProgressLocation.Notification, title: `Asking ${host}…`, cancellable: true };
    const outcome = await vscode.window.withProgress(options, async (_, token) => {
      const ending = new AbortController();
      const listening = token.onCancellationRequested(() => ending.abort());
      try {
        const [{ discover }, client] = await Promise.all([loadMirror(), servers.trial({ address, signIn }, secret)]);
        return await discover(client, address, { signal: ending.signal, onRequest });
      } finally {
        listening.dispose();
      }
    });
    endRow?.(outcome.ok ? 'answered' : troubleWord(outcome.trouble));
    return outcome;
  }

  /** Names roots at other places; answers with a sentence where nothing can be chosen. */
  private async emptySentence(address: string, offer: Offer): Promise<string | undefined> {
    const { notices, commands, loadMirror } = this.parts;
    const host = hostOfAddress(address);
    const [elsewhere] = offer.elsewhere;
    if (elsewhere !== undefined) {
      const other = hostOfAddress(elsewhere);
      const sentence = `${host} names an API root at ${other}. Nothing was sent there: what you sign in with goes to ${host} alone.`;
      void notices.offer('information', sentence, {
        label: `Add ${other}…`,
        run: () => commands.run('threatLookups.addTaxiiServer', elsewhere),
      });
    }
    if (offer.collections.some(({ canRead }) => canRead)) return undefined;
    const [failed] = offer.failed;
    if (failed !== undefined) return (await loadMirror()).taxiiSentence(failed.trouble, host);
    return offer.collections.length > 0
      ? `None of the collections of ${host} may be read with this sign-in.`
      : `${host} lists no collections.`;
  }
}

function leftOf(node: ServerNode | undefined): readonly ChosenCollection[] {
  return (node?.children ?? []).flatMap((child) =>
    child.kind === 'collection' ? [{ id: child.collection, root: child.root, title: child.title }] : [],
  );
}

/** Where a server's discovery says nothing: its root is `api/` below it (api-spec: “TAXII collection objects”). */
function emptyOffer(address: string): Offer {
  const base = address.endsWith('/') ? address : `${address}/`;
  const root = /\/taxii2?\/$/.test(base) ? `${base}api/` : /\/taxii2?\//.test(base) ? base : `${base}taxii2/api/`;
  return { root, collections: [], elsewhere: [], refusedRoots: [], failed: [] };
}
