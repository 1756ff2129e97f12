import type { Lookups } from '../../core/lookups/lookups';
import type { IndicatorTools } from '../common/indicatorTools';
import { reservedClause } from '../common/reservedMessage';
import { hostLabel } from '../common/verdict';
import { visibleText } from '../common/visibleText';
import { foreign, showWarningMessage, uiText } from '../common/ui';
import { type LoadedScreenshot, loadScreenshot, type ScreenshotLocation } from './screenshot';

export interface ScreenshotParts {
  readonly lookups: Pick<Lookups, 'blocked' | 'requestLog'>;
  readonly isOffline: () => boolean;
  readonly service: () => { readonly host: string } | undefined;
}

/**
 * Loads a picture after the click that named its host: not while lookups are off, never from what is internal or ignored
 * unless it is the service's own, and from another origin than the service's only after asking. It is listed in “What Was
 * Sent”. Undefined where the user said no.
 */
export function screenshotLoader({ lookups, isOffline, service }: ScreenshotParts, tools: IndicatorTools) {
  return async (location: ScreenshotLocation, signal: AbortSignal): Promise<LoadedScreenshot | undefined> => {
    const host = hostLabel(location.host);
    if (isOffline()) return { ok: false, why: 'Lookups are off (offline): nothing is loaded.' };
    if (!location.isOwn) {
      const by = lookups.blocked({ type: 'url', value: location.url }, true);
      if (by !== undefined) {
        const why = by.kind === 'reserved' ? reservedClause(by) : `is ignored by “${visibleText(by.pattern)}”`;
        return { ok: false, why: `${host} ${why}: it is never asked.` };
      }
      if (!(await mayAsk(host, visibleText(tools.defang(location.url)), service()?.host))) return undefined;
    }
    const end = lookups.requestLog.begin({ to: new URL(location.url).origin, what: [location.url], why: 'click' });
    const loaded = await loadScreenshot(location, (url, init) => globalThis.fetch(url, init), signal);
    end(signal.aborted ? 'canceled' : loaded.ok ? 'answered' : 'failed');
    return loaded;
  };
}

async function mayAsk(host: string, url: string, service: string | undefined): Promise<boolean> {
  const load = uiText('Load');
  const other = service === undefined ? '' : ` It is not ${hostLabel(service)}.`;
  const detail = `${host} sees this machine’s address and that the picture is looked at.${other} No key goes along.\n\n${url}`;
  const chosen = await showWarningMessage(
    uiText('Load the picture from {0}?', host),
    { modal: true, detail: foreign(detail) },
    load,
  );
  return chosen === load;
}
