import * as vscode from 'vscode';
import type { TaxiiOffer } from '../../../core/mirror';
import {
  type ChosenCollection,
  collectionKey,
  type MirrorServer,
  withServer,
} from '../../../core/mirror/subscriptions';
import { syncErrorMessage } from '../../../core/mirror/strings';
import { foreign } from '../../shared/ui';
import { AddressPrompt } from './addressPrompt';
import { pickCollections } from './collectionPick';
import type { MirrorModel } from '../mirrorModel';
import type { MirrorFeatureParts } from '../mirrorParts';
import type { ServerNode } from '../mirrorTree';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import { ServerProbe } from './serverProbe';
import { promptSignIn, type SignedIn } from './signInPrompt';
import { strings } from '../strings';
import { sameOrigin, type TaxiiSecrets } from '../taxiiSecrets';
import type { TaxiiServers } from '../taxiiServers';
import { uiText } from '../../shared/ui/text';

export interface ServerSetupParts extends Pick<
  MirrorFeatureParts,
  'settings' | 'keyOf' | 'connected' | 'loadMirror' | 'requestLog' | 'notices' | 'commands'
> {
  readonly model: MirrorModel;
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

  constructor(private readonly parts: ServerSetupParts) {
    this.addresses = new AddressPrompt(parts);
    this.probe = new ServerProbe(parts);
  }

  /** From an address to synced collections; a wrong one is detected before the user enters a secret. */
  async add(given?: string): Promise<void> {
    const { model, settings, notices } = this.parts;
    if (this.isOffline()) return;
    let address = await (given === undefined ? this.addresses.prompt() : this.addresses.showWith(given));
    for (;;) {
      if (address === undefined) return;
      const there = model.server(address);
      if (there?.server !== undefined) {
        notices.inform(uiText('The TAXII server {0} has already been added.', formatAddress(address)));
        this.addresses.forget();
        return this.chooseCollections(there);
      }
      const probed = await this.reach(address);
      if (probed === undefined) return;
      if (!('offer' in probed)) {
        const { address: known } = probed;
        address = await (known === undefined ? this.addresses.showAgain(address) : this.addresses.showWith(known));
        continue;
      }
      const { signed, offer } = probed;
      const collections = await pickCollections(address, offer, leftOf(there));
      if (collections === undefined || settings.current().lookups.mode === 'offline') return;
      const { title } = offer;
      const named = title === undefined ? {} : { title };
      await this.keep({ address, ...named, signIn: signed.signIn, collections }, signed.secret);
      this.addresses.forget();
      await vscode.commands.executeCommand('threatLookups.mirror.focus');
      const server = address;
      return this.parts.sync(collections.map(({ id }) => collectionKey(server, id)));
    }
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
    if (dropped.length > 0 && !(await this.parts.removeMirrored(address, dropped))) return;
    await this.keep({ ...server, signIn: probed.signed.signIn, collections }, probed.signed.secret);
    const fresh = collections.filter(({ id }) => !server.collections.some((each) => each.id === id));
    if (fresh.length > 0) await this.parts.sync(fresh.map(({ id }) => collectionKey(address, id)));
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
    this.parts.notices.inform(uiText('Signed in to {0}', hostOfAddress(address)));
  }

  private async keep(server: MirrorServer, secret: string | undefined): Promise<void> {
    const { model, secrets } = this.parts;
    await secrets.set(server.address, server.signIn, secret);
    await model.save(withServer(model.subscriptions(), server));
  }

  private isOffline(): boolean {
    const { settings, notices, commands } = this.parts;
    if (settings.current().lookups.mode !== 'offline') return false;
    void notices.offer('information', foreign(syncErrorMessage({ kind: 'offline' })), {
      label: uiText('Change…'),
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

  /** Lists what a server offers; after an error continues as the user chooses. `isNew` where the address may change. */
  private async tryOffer(address: string, first: SignedIn, isNew: boolean): Promise<Probed | Elsewhere | undefined> {
    let signed = first;
    for (;;) {
      const outcome = await this.probe.offer(address, signed);
      if (!outcome.ok && outcome.error.kind === 'canceled') return isNew ? {} : undefined;
      if (outcome.ok && outcome.value.collections.some(({ canRead }) => canRead)) {
        this.showOtherServer(address, outcome.value);
        return { signed, offer: outcome.value };
      }
      const way = await (outcome.ok
        ? this.probe.chooseWhenNothingOffered(address, outcome.value, isNew)
        : this.probe.chooseAfterError(address, signed, outcome.error, isNew));
      switch (way) {
        case 'again':
          break;
        case 'address':
          return {};
        case 'elsewhere':
          return outcome.ok && outcome.value.elsewhere[0] !== undefined ? { address: outcome.value.elsewhere[0] } : {};
        case 'typeId':
          return { signed, offer: outcome.ok ? outcome.value : emptyOffer(address) };
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
    const { notices, commands } = this.parts;
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

/** Without a discovery: the root is `api/` below it (api-spec: “TAXII collection objects”). */
function emptyOffer(address: string): TaxiiOffer {
  const base = address.endsWith('/') ? address : `${address}/`;
  const root = /\/taxii2?\/$/.test(base) ? `${base}api/` : /\/taxii2?\//.test(base) ? base : `${base}taxii2/api/`;
  return { root, collections: [], elsewhere: [], refusedRoots: [], failed: [] };
}
