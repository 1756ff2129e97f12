import * as vscode from 'vscode';
import type { FoundCollection, TaxiiOffer } from '../../../core/mirror';
import type { ChosenCollection } from '../../../core/mirror/subscriptions';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { createQuickPick, foreign, showInputBox, type UiButton, type UiPickItem, type UiText } from '../../shared/ui';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import { uiText } from '../../shared/ui/text';

type Item = UiPickItem & { readonly collection: ChosenCollection };

type Picked =
  | { readonly kind: 'chosen'; readonly collections: readonly ChosenCollection[] }
  | { readonly kind: 'type'; readonly collections: readonly ChosenCollection[] };

/**
 * Prompts for the collections to mirror; `chosen` are those already mirrored. An unlisted one can be entered by ID.
 * Undefined if the prompt was closed.
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
  }
  // Of a server with one collection, nothing else can be meant.
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
      // Requires a selection. The placeholder is read aloud, the title is visible while typing.
      if (pick.selectedItems.length === 0) {
        pick.title = uiText('Select at Least One Collection, or Press Escape to Cancel');
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
  return parts.length === 0 ? {} : { detail: foreign(parts.join(' · ')) };
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
    placeHolder: foreign('91a7b528-80eb-42ed-a74d-c6fbd5a26116'),
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
