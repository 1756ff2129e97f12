import * as vscode from 'vscode';
import { secretInAddress } from '../../../core/lists/gallery/addressSecret';
import { parseListAddress } from '../../../core/sync/list';
import { collectionKey, listId, type ListSubscription, withList } from '../../../core/sync/subscriptions';
import type { ListKind } from '../../../core/records/context';
import type { ChosenColumns } from '../../../core/records/sourceDetails';
import { promptColumns, columnStrings } from '../meaning/columnsPrompt';
import { promptListMeaning } from '../meaning/listMeaning';
import { isDescribing, type ListMeaning, getMeaning, recommendedMeaning } from '../meaning/meaning';
import { untrusted, showInputBox } from '../../shared/ui';
import { AddressInput } from '../setup/addressInput';
import { type ListProbe, noSignIn } from './listProbe';
import type { SourcesModel } from '../sourcesModel';
import type { MirrorFeatureParts } from '../sourcesParts';
import { formatAddress } from '../mirrorLabels';
import type { SignedIn } from '../setup/signInPrompt';
import { promptKeyStorage } from './keyStorage';
import { promptListSignIn } from './listCredentials';
import { strings } from '../strings';
import type { TaxiiSecrets } from '../taxiiSecrets';
import { uiText } from '../../shared/ui/text';

export interface ListSetupParts extends Pick<MirrorFeatureParts, 'worker' | 'settings' | 'notices' | 'commands'> {
  readonly model: SourcesModel;
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
  const { address, signed, title, meaning, columns } = list;
  const { signIn, secret } = signed;
  const subscription: ListSubscription = { address, title, signIn, ...ratingOf(meaning), ...columns };
  await secrets.set(address, signIn, secret);
  await model.save(withList(model.subscriptions(), subscription));
  addresses.forget();
  await vscode.commands.executeCommand('threatLookups.sources.focus');
  await parts.sync([collectionKey(address, listId)]);
}

interface Answers {
  readonly address: string;
  readonly signed: SignedIn;
  readonly title: string;
  readonly meaning: ListMeaning;
  readonly columns: { readonly columns?: ChosenColumns };
}

/** All answers; the list was fetched by then. Undefined if a prompt was closed, or where the list exists already. */
async function answered(parts: ListSetupParts): Promise<Answers | undefined> {
  const found = await findList(parts);
  if (found === undefined) return undefined;
  const title = await promptName(found.address);
  if (title === undefined) return undefined;
  const fetched = await readFetched(parts, { address: found.address, title });
  if (fetched === undefined) return undefined;
  const { kind, ...columns } = fetched;
  const meaning = await meaningOfKind(title, kind);
  return meaning === undefined ? undefined : { ...found, title, meaning, columns };
}

/** Returns the type of a list; prompts unless its format determines the type. */
async function meaningOfKind(title: string, kind: ListKind | undefined): Promise<ListMeaning | undefined> {
  if (kind === 'location') return 'unknown';
  if (kind === 'knownServices' || kind === 'informational') return kind;
  return promptListMeaning({ names: [title], recommended: recommendedMeaning(title, kind === 'blocklist') });
}

/**
 * Returns the kind of the fetched list, or the columns of a table of unknown form: prompts unless their names are
 * understood. Undefined if the prompt was closed.
 */
async function readFetched(
  { worker, probe }: Pick<ListSetupParts, 'worker' | 'probe'>,
  { address, title, columns: chosen }: Pick<ListSubscription, 'address' | 'title' | 'columns'>,
  asksAgain = false,
): Promise<{ readonly kind?: ListKind; readonly columns?: ChosenColumns } | undefined> {
  const bytes = probe.peek(address)?.bytes;
  if (bytes === undefined) return {};
  const { opened, table, isUnderstood } = await worker.importOpen({ input: { bytes, name: title } });
  try {
    if (table === undefined) return { kind: (await worker.importBegin({ opened })).kind };
    if (isUnderstood === true && !asksAgain) return {};
    const columns = await promptColumns({ name: title, preview: table, chosen });
    return columns === undefined ? undefined : { columns };
  } finally {
    await worker.importClose({ opened: [opened] });
  }
}

/**
 * Fetches a list again to prompt for its columns, and reads it by them; entries that were read by other columns are
 * removed. Nothing changes if a prompt is closed.
 */
export async function changeListColumns(
  parts: Pick<ListSetupParts, 'worker' | 'probe' | 'model' | 'secrets' | 'notices' | 'sync'>,
  list: ListSubscription,
): Promise<void> {
  const { worker, probe, model, secrets, notices } = parts;
  const { address, signIn } = list;
  const secret = await secrets.get(list);
  const signed = secret === undefined ? { signIn } : { signIn, secret };
  let way = await probe.fetch(address, signed);
  while (way === 'again') way = await probe.fetch(address, signed);
  const chosen = way === 'here' ? await readFetched(parts, list, true) : undefined;
  if (chosen?.columns === undefined) {
    if (chosen !== undefined) notices.inform(columnStrings.nothingToChoose());
    probe.forget();
    return;
  }
  const key = collectionKey(address, listId);
  const node = model.collection(key);
  const source = node === undefined ? undefined : model.sourceOf(node);
  // The user's answer about the type belongs to the list, not to the entries that were read before.
  const rated = source === undefined ? list : withRating(list, getMeaning(source.risk, source.details));
  if (source !== undefined) await worker.sourceRemove({ id: source.id });
  await model.save(withList(model.subscriptions(), { ...rated, ...chosen }));
  await parts.sync([key]);
}

function withRating(list: ListSubscription, meaning: ListMeaning): ListSubscription {
  const others = Object.entries(list).filter(([key]) => key !== 'risk' && key !== 'kind');
  return { ...(Object.fromEntries(others) as Omit<ListSubscription, 'risk' | 'kind'>), ...ratingOf(meaning) };
}

/** The type of a list as a subscription stores it. */
function ratingOf(meaning: ListMeaning): Pick<ListSubscription, 'risk' | 'kind'> {
  if (isDescribing(meaning)) return { kind: meaning };
  return meaning === 'unknown' ? {} : { risk: meaning };
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
      notices.inform(uiText('The list {0} has already been added.', formatAddress(address)));
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
  const choice = await promptKeyStorage(found);
  if (choice === 'keep') return { address, signed: noSignIn };
  if (choice === undefined) return undefined;
  return { address: found.address, signed: { signIn: { kind: 'address' }, secret: found.secret } };
}

/** The input box for the address of a list; created once, so that it remembers the typed text. */
export function listAddressInput(settings: MirrorFeatureParts['settings']): AddressInput {
  return new AddressInput({
    title: uiText('Add List: URL'),
    prompt: strings.listAddressPrompt(),
    placeHolder: untrusted('https://intel.example/lists/domains.txt'),
    read: (text) => parseListAddress(text, { allowHttp: settings.current().allowHttp }),
  });
}

async function promptName(address: string): Promise<string | undefined> {
  const { host, pathname } = new URL(address);
  const file = decodedName(pathname.split('/').findLast((part) => part !== '') ?? '');
  const name = await showInputBox({
    title: uiText('Add List: Name'),
    prompt: uiText('Shown as the source in hovers'),
    value: file === '' ? host : file,
    ignoreFocusOut: true,
    validateInput: (typed) =>
      typed.trim() === ''
        ? uiText('Enter a name.')
        : typed.length > 200
          ? uiText('This value is too long.')
          : undefined,
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
