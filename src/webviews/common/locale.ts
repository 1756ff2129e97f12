import { bundleTranslate, setLocale } from '../../l10n';

/** Takes the display language that the host wrote into the page; default: English. Imported before other modules. */
function readLocale(): void {
  const written: unknown = JSON.parse(document.getElementById('locale')?.textContent ?? '{}');
  if (typeof written !== 'object' || written === null) return;
  const { language, bundle }: { language?: unknown; bundle?: unknown } = written;
  if (typeof language !== 'string') return;
  setLocale({
    language,
    translate: bundleTranslate(typeof bundle === 'object' && bundle !== null ? { ...bundle } : undefined),
  });
}

readLocale();
