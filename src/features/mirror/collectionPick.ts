import * as vscode from 'vscode';
import type { FoundCollection, TaxiiOffer } from '../../core/mirror';
import type { ChosenCollection } from '../../core/mirror/subscriptions';
import { truncateText, visibleText } from '../common/visibleText';
import { createQuickPick, foreign, showInputBox, uiText, type UiButton, type UiPickItem } from '../common/ui';
import { formatAddress, hostOfAddress } from './mirrorLabels';

type Item = UiPickItem & { readonly collection: ChosenCollection };

type Picked =
  | { readonly kind: 'chosen'; readonly collections: readonly ChosenCollection[] }
  | { readonly kind: 'type'; readonly collections: readonly ChosenCollection[] };

const typeButton: UiButton = {
  iconPath: new vscode.ThemeIcon('edit'),
  tooltip: uiText('Type a Collection ID…'),
};

/**
 * Asks which collections of an offer to mirror; `chosen` are those that are. One that nobody lists may be typed by its id.
 * Nothing where it was left.
 */
export async function pickCollections(
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
    checked = [typed];
  }
  for (;;) {
    const picked = await pickOnce(address, offer, known, checked);
    if (picked === undefined) return undefined;
    if (picked.kind === 'chosen') return picked.collections;
    const typed = await typeCollection(address, offer);
    checked = typed === undefined ? picked.collections : [...picked.collections, typed];
    if (typed !== undefined && !known.some(({ id }) => id === typed.id)) known = [...known, typed];
  }
}

/** What may be read, and what is mirrored already although it is not listed. An id counts once, whatever root lists it. */
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
  const ask = (): void => {
    pick.title = uiText('TAXII Server {0}: Collections', hostOfAddress(address));
    pick.placeholder = uiText('Which to mirror on this machine{0}', unreadableNote(listed));
  };
  ask();
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDetail = true;
  pick.buttons = [typeButton];
  pick.items = known.map((collection) => {
    const description = listed.find(({ id }) => id === collection.id)?.description;
    return {
      label: foreign(truncateText(visibleText(collection.title), 100)),
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
      // Nothing chosen is no answer. The placeholder is read aloud, the title seen where something is typed.
      if (pick.selectedItems.length === 0) {
        pick.title = uiText('Nothing Is Ticked: Tick a Collection First, or Leave with Escape');
        pick.placeholder = uiText('Which to mirror on this machine: tick one at least; Escape leaves');
        return;
      }
      resolve({ kind: 'chosen', collections: collections() });
      pick.hide();
    });
    pick.onDidChangeSelection((selected) => {
      if (selected.length > 0) ask();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function unreadableNote(listed: readonly FoundCollection[]): string {
  const count = listed.filter(({ canRead }) => !canRead).length;
  return count === 0 ? '' : ` (${count} more may not be read with this sign-in)`;
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
  return parts.length === 0 ? {} : { detail: foreign(parts.join(' · ')) };
}

async function typeCollection(
  address: string,
  { root, collections }: TaxiiOffer,
): Promise<ChosenCollection | undefined> {
  const host = hostOfAddress(address);
  const none = collections.length === 0 ? `${host} lists no collection. ` : '';
  const id = await showInputBox({
    title: uiText('TAXII Server {0}: Collection ID', host),
    prompt: uiText('{0}The id of a collection below {1}', none, formatAddress(root)),
    placeHolder: uiText('91a7b528-80eb-42ed-a74d-c6fbd5a26116'),
    ignoreFocusOut: true,
    validateInput: (typed) => foreign(idProblem(typed.trim())),
  });
  if (id === undefined || id.trim() === '') return undefined;
  const found = collections.find((each) => each.id === id.trim());
  return { id: id.trim(), root: found?.root ?? root, title: found?.title ?? id.trim() };
}

function idProblem(id: string): string | undefined {
  if (id === '') return 'An id is not empty.';
  if (id.length > 300) return 'This is longer than an id can be.';
  // What the address of a collection could not hold as one part of its path.
  if (/[\s/?#\\]/.test(id) || id === '.' || id === '..')
    return 'An id holds no blanks and no slashes; it is a part of an address.';
  return undefined;
}
