import * as vscode from 'vscode';
import { secretInAddress } from '../../../core/lists/gallery/addressSecret';
import { parseListAddress } from '../../../core/mirror/list';
import { collectionKey, listId, type ListSubscription, withList } from '../../../core/mirror/subscriptions';
import { promptListMeaning } from '../../shared/sources/listMeaning';
import { isDescribing, type ListMeaning } from '../../shared/sources/meaning';
import { foreign, showInputBox, showWarningMessage } from '../../shared/ui';
import { AddressInput } from '../setup/addressInput';
import { type ListProbe, noSignIn } from './listProbe';
import type { MirrorModel } from '../mirrorModel';
import type { MirrorFeatureParts } from '../mirrorParts';
import { formatAddress } from '../mirrorLabels';
import type { SignedIn } from '../setup/signInPrompt';
import { promptListSignIn } from './listCredentials';
import { galleryStrings } from './strings';
import { strings } from '../strings';
import type { TaxiiSecrets } from '../taxiiSecrets';

export interface ListSetupParts extends Pick<MirrorFeatureParts, 'settings' | 'notices' | 'commands'> {
  readonly model: MirrorModel;
  readonly secrets: TaxiiSecrets;
  readonly addresses: AddressInput;
  readonly probe: ListProbe;
  /** Syncs a list that was just added. */
  readonly sync: (keys: readonly string[]) => Promise<void>;
}

/**
 * Adds a list by its address: the address, its name, and the risk of listed indicators. Nothing is stored before the
 * last answer.
 */
export async function addListByAddress(parts: ListSetupParts): Promise<void> {
  const { model, secrets, addresses, probe } = parts;
  const list = await answered(parts);
  if (list === undefined) {
    probe.forget();
    return;
  }
  const { address, signed, title, meaning } = list;
  const { signIn, secret } = signed;
  const rating = isDescribing(meaning) ? { kind: meaning } : meaning === 'unknown' ? {} : { risk: meaning };
  const subscription: ListSubscription = { address, title, signIn, ...rating };
  await secrets.set(address, signIn, secret);
  await model.save(withList(model.subscriptions(), subscription));
  addresses.forget();
  await vscode.commands.executeCommand('threatLookups.mirror.focus');
  await parts.sync([collectionKey(address, listId)]);
}

interface Answers {
  readonly address: string;
  readonly signed: SignedIn;
  readonly title: string;
  readonly meaning: ListMeaning;
}

/** All answers; the list was fetched by then. Undefined if a prompt was closed, or where the list exists already. */
async function answered(parts: ListSetupParts): Promise<Answers | undefined> {
  const found = await findList(parts);
  if (found === undefined) return undefined;
  const title = await promptName(found.address);
  if (title === undefined) return undefined;
  const meaning = await promptListMeaning({ names: [title], recommended: 'high' });
  return meaning === undefined ? undefined : { ...found, title, meaning };
}

/** Prompts for an address until there is a list; prompts for credentials only where necessary. */
async function findList(parts: ListSetupParts): Promise<Pick<Answers, 'address' | 'signed'> | undefined> {
  const { notices, model, addresses, probe } = parts;
  let address: string | undefined;
  let signed = noSignIn;
  for (let way: Awaited<ReturnType<ListProbe['fetch']>> = 'address'; way !== undefined;) {
    if (way === 'address') {
      const entered = await promptAddress(addresses);
      address = entered?.address;
      signed = entered?.signed ?? noSignIn;
    }
    if (address === undefined) return undefined;
    if (model.subscriptions().lists.some((list) => list.address === address)) {
      notices.inform(strings.listExists(formatAddress(address)));
      addresses.forget();
      await parts.sync([collectionKey(address, listId)]);
      return undefined;
    }
    if (way === 'signIn') {
      const entered = await promptListSignIn(address, signed);
      if (entered === undefined) return undefined;
      signed = entered;
    }
    way = await probe.fetch(address, signed);
    if (way === 'here') return { address, signed };
  }
  return undefined;
}

/** Prompts for an address. A key in it is taken out, and stored in the keychain, if the user agrees. */
async function promptAddress(
  addresses: AddressInput,
): Promise<{ readonly address: string; readonly signed: SignedIn } | undefined> {
  const address = await addresses.prompt();
  const found = address === undefined ? undefined : secretInAddress(address);
  if (address === undefined || found === undefined) {
    // A placeholder that the user typed.
    const isOpen = address?.includes('{key}') === true;
    const signed = isOpen ? await promptListSignIn(address, { signIn: { kind: 'address' } }) : noSignIn;
    return address === undefined || signed === undefined ? undefined : { address, signed };
  }
  const [store, keep] = [galleryStrings.storeKey(), galleryStrings.keepAddress()];
  const chosen = await showWarningMessage(
    galleryStrings.secretInAddress(found.name),
    { modal: true, detail: galleryStrings.secretInAddressDetail(found.address) },
    store,
    keep,
  );
  if (chosen === keep) return { address, signed: noSignIn };
  if (chosen !== store) return undefined;
  return { address: found.address, signed: { signIn: { kind: 'address' }, secret: found.secret } };
}

/** The input box for the address of a list; created once, so that it remembers what was typed. */
export function listAddressInput(settings: MirrorFeatureParts['settings']): AddressInput {
  return new AddressInput({
    title: strings.listAddressTitle(),
    prompt: strings.listAddressPrompt(),
    placeHolder: foreign('https://intel.example/lists/domains.txt'),
    read: (text) => parseListAddress(text, { allowHttp: settings.current().allowHttp }),
  });
}

async function promptName(address: string): Promise<string | undefined> {
  const { host, pathname } = new URL(address);
  const file = decodedName(pathname.split('/').findLast((part) => part !== '') ?? '');
  const name = await showInputBox({
    title: strings.listNameTitle(),
    prompt: strings.listNamePrompt(),
    value: file === '' ? host : file,
    ignoreFocusOut: true,
    validateInput: (typed) =>
      typed.trim() === '' ? strings.noName() : typed.length > 200 ? strings.tooLong() : undefined,
  });
  return name?.trim();
}

function decodedName(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
