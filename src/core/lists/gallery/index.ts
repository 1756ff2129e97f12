import { type ListPreset, readPreset } from './preset';
import entries from './presets.json';

/** The public lists that the extension knows. */
export const galleryPresets: readonly ListPreset[] = entries.flatMap((entry) => {
  const { preset } = readPreset(entry) as { readonly preset?: ListPreset };
  return preset === undefined ? [] : [preset];
});
