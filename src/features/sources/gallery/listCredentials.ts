import type { ListPreset } from '../../../core/lists/gallery/preset';
import { isAccessRefused } from '../../../core/api/taxii/errorContext';
import { isHeaderValue } from '../../../core/api/http/headerName';
import { getFiles, type ListSubscription, withList } from '../../../core/sync/subscriptions';
import { showInputBox, showQuickPick } from '../../shared/ui';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import type { SourcesModel } from '../sourcesModel';
import type { MirrorFeatureParts } from '../sourcesParts';
import type { CollectionNode } from '../sourcesTree';
import { promptWay, type SignedIn, wayItems } from '../setup/signInPrompt';
import type { TaxiiSecrets } from '../taxiiSecrets';
import { readGallery, withKey } from './presets';
import { galleryStrings as strings } from './strings';
import { uiText } from '../../shared/ui/text';
import { formatList } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

/** The keys and passwords of lists. */
export class ListCredentials {
  constructor(
    private readonly model: SourcesModel,
    private readonly secrets: TaxiiSecrets,
    /** Syncs lists whose credentials have changed. */
    private readonly sync: (keys: readonly string[]) => Promise<void>,
    private readonly settings: MirrorFeatureParts['settings'],
  ) {}

  /** The preset of a list, which knows whether a free key helps. */
  presetOf(list: ListSubscription): ListPreset | undefined {
    const { lists, allowHttp } = this.settings.current();
    const { entries } = readGallery(lists, allowHttp);
    return entries.find(({ preset, origin }) => preset.id === list.preset && origin !== 'workspace')?.preset;
  }

  /** Prompts for the credentials of a list, and syncs it. The key of a preset is used for all lists that take it. */
  async change(node: CollectionNode): Promise<void> {
    const { list } = node;
    if (list === undefined) return;
    const preset = this.presetOf(list);
    if (preset?.key === undefined) {
      const { signIn } = list;
      const entered = await promptListSignIn(list.address, { signIn }, list.title);
      if (entered === undefined) return;
      await this.save([{ ...list, signIn: entered.signIn }], entered.secret);
      return;
    }
    const { from } = preset.key;
    const lists = this.othersOf(from, list).map((each) => withKey(each.list, each.preset));
    const key = await promptKey(list.title, from, [...new Set(lists.flatMap(hostsOfKey))]);
    if (key !== undefined) await this.save(lists, key);
  }

  /** The list, and others that were refused for lack of the same key. */
  private othersOf(from: string, list: ListSubscription) {
    return this.model.collections().flatMap((node) => {
      const preset = node.list === undefined ? undefined : this.presetOf(node.list);
      if (node.list === undefined || preset?.key?.from !== from) return [];
      const isSame = node.list.address === list.address;
      return isSame || isRefused(node) || node.list.signIn.kind !== 'none' ? [{ list: node.list, preset }] : [];
    });
  }

  private async save(lists: readonly ListSubscription[], secret: string | undefined): Promise<void> {
    const { model, secrets, sync } = this;
    for (const list of lists) {
      await secrets.set(list.address, list.signIn, secret);
      await model.save(withList(model.subscriptions(), list));
    }
    const addresses = new Set(lists.map(({ address }) => address));
    await sync(model.collections().flatMap(({ key, list }) => (addresses.has(list?.address ?? '') ? [key] : [])));
  }
}

function isRefused({ state }: CollectionNode): boolean {
  return state?.error?.kind === 'request' && isAccessRefused(state.error.error);
}

/** The hosts to which the key of a list is sent. */
export function hostsOfKey(list: ListSubscription): readonly string[] {
  return [...new Set(getFiles(list).map(hostOfAddress))];
}

/** Prompts for the key of a list, which is available at `from` if that is known; undefined if the prompt was closed. */
export async function promptKey(
  name: string,
  from: string | undefined,
  hosts: readonly string[],
): Promise<string | undefined> {
  const shownName = truncateText(visibleText(name), 60);
  const key = await showInputBox({
    title: strings.keyTitle(shownName, from === undefined ? undefined : hostOfAddress(from)),
    prompt:
      from === undefined
        ? uiText('Saved in your system keychain and sent only to {0}', formatList(hosts))
        : uiText(
            'Get a key at {0}. Saved in your system keychain and sent only to {1}',
            formatAddress(from),
            formatList(hosts),
          ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return uiText('Enter a key.');
      return isHeaderValue(text.trim()) && !/\s/.test(text.trim())
        ? undefined
        : uiText("A key can't contain spaces and can have up to 4,096 characters.");
    },
  });
  return key?.trim();
}

/** Prompts for the authentication of a list by its address; `earlier` answers are prefilled. */
export async function promptListSignIn(
  address: string,
  earlier: SignedIn,
  title?: string,
): Promise<SignedIn | undefined> {
  const host = hostOfAddress(address);
  if (address.includes('{key}')) {
    const key = await promptKey(title ?? formatAddress(address), undefined, [host]);
    return key === undefined ? undefined : { signIn: { kind: 'address' }, secret: key };
  }
  const chosen = await showQuickPick(wayItems(['password', 'header', 'bearer', 'none']), {
    title: uiText('List from {0}: Credentials', host),
    placeHolder: uiText('Credentials are sent only to {0}', host),
    ignoreFocusOut: true,
  });
  return chosen && promptWay(chosen.choice, host, earlier, earlier.signIn.kind === 'none');
}
