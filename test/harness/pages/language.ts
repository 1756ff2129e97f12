import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { bundleTranslate, setLocale } from '../../../src/l10n';
import { pseudoFiles, pseudoLanguage } from '../languages';
import { env, l10n } from '../fakeVsCode';

type Bundle = Readonly<Record<string, unknown>>;

let pseudoBundle: string | undefined;

/** The bundle of a language; English has none. */
function bundleOf(language: string): Bundle | undefined {
  if (language === 'en') return undefined;
  const name = `l10n/bundle.l10n.${language}.json`;
  const text =
    language === pseudoLanguage
      ? (pseudoBundle ??= pseudoFiles()[name] ?? '{}')
      : readFileSync(join(root, name), 'utf8');
  return JSON.parse(text) as Bundle;
}

/** Sets the display language of the host, which passes it to the pages that it shows from now on. */
export function useLanguage(language: string): void {
  const bundle = bundleOf(language);
  env.language = language;
  l10n.bundle = bundle;
  setLocale({ language, bundle, translate: bundleTranslate(bundle) });
}
