import { type AddressSecret, secretInAddress } from '../../../core/lists/gallery/addressSecret';
import type { ListPreset } from '../../../core/lists/gallery/preset';
import { showWarningMessage } from '../../shared/ui';
import { uiText } from '../../shared/ui/text';

/** Asks whether a key in a URL is stored in the keychain, or kept in the URL; undefined if the dialog was closed. */
export async function promptKeyStorage(
  { name, address }: Pick<AddressSecret, 'name' | 'address'>,
  title?: string,
): Promise<'store' | 'keep' | undefined> {
  const [store, keep] = [uiText('Store Key'), uiText('Keep URL')];
  const chosen = await showWarningMessage(
    title === undefined
      ? name === ''
        ? uiText('This URL seems to contain a key. Store the key in your system keychain?')
        : uiText('This URL seems to contain a key ({0}). Store the key in your system keychain?', name)
      : name === ''
        ? uiText('The URL of “{0}” seems to contain a key. Store the key in your system keychain?', title)
        : uiText('The URL of “{0}” seems to contain a key ({1}). Store the key in your system keychain?', title, name),
    {
      modal: true,
      detail: uiText('Once stored, the key is never shown, logged, or exported. The list is stored as {0}.', address),
    },
    store,
    keep,
  );
  return chosen === store ? 'store' : chosen === keep ? 'keep' : undefined;
}

/** A preset whose key is taken out of its addresses, with the key. */
export interface KeptPreset {
  readonly preset: ListPreset;
  readonly secret?: string;
}

/** Removes keys from the addresses of presets if the user agrees; undefined if a dialog was closed. */
export async function withoutKeys(presets: readonly ListPreset[]): Promise<readonly KeptPreset[] | undefined> {
  const kept: KeptPreset[] = [];
  for (const preset of presets) {
    const found = preset.addresses.flatMap((address) => secretInAddress(address) ?? [])[0];
    const choice = found === undefined ? 'keep' : await promptKeyStorage(found, preset.name);
    if (choice === undefined) return undefined;
    kept.push(found === undefined || choice === 'keep' ? { preset } : taken(preset, found));
  }
  return kept;
}

/** The preset with a placeholder for a key in all its addresses that contain it. */
function taken(preset: ListPreset, { secret }: AddressSecret): KeptPreset {
  const addresses = preset.addresses.map((address) => {
    const found = secretInAddress(address);
    return found?.secret === secret ? found.address : address;
  });
  return { preset: { ...preset, addresses }, secret };
}
