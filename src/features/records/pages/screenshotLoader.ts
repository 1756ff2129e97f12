import type { Lookups } from '../../../core/lookups/lookups';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import { hostLabel } from '../../shared/format/verdict';
import { visibleText } from '../../shared/text/visibleText';
import { foreign, showWarningMessage, uiLines } from '../../shared/ui';
import { type LoadedScreenshot, loadScreenshot, type ScreenshotLocation } from '../screenshot';
import { strings } from '../strings';

export interface ScreenshotParts {
  readonly lookups: Pick<Lookups, 'blocked' | 'requestLog'>;
  readonly isOffline: () => boolean;
  readonly service: () => { readonly host: string } | undefined;
}

/**
 * Loads an image after the click that named its host: not in offline mode, never from internal or ignored hosts unless it is
 * on the service itself, and from another origin only after a question. It is listed in the request log. Undefined if the
 * user declined.
 */
export function screenshotLoader({ lookups, isOffline, service }: ScreenshotParts, tools: IndicatorTools) {
  return async (location: ScreenshotLocation, signal: AbortSignal): Promise<LoadedScreenshot | undefined> => {
    if (isOffline()) return { ok: false, error: { kind: 'offline' } };
    if (!location.isOwn) {
      const by = lookups.blocked({ type: 'url', value: location.url }, true);
      if (by !== undefined) return { ok: false, error: { kind: 'blocked', by } };
      const url = visibleText(tools.defang(location.url));
      if (!(await confirm(hostLabel(location.host), url, service()?.host))) return undefined;
    }
    const end = lookups.requestLog.begin({ to: new URL(location.url).origin, what: [location.url], why: 'click' });
    const loaded = await loadScreenshot(location, (url, init) => globalThis.fetch(url, init), signal);
    end(signal.aborted ? 'canceled' : loaded.ok ? 'answered' : 'failed');
    return loaded;
  };
}

async function confirm(host: string, url: string, service: string | undefined): Promise<boolean> {
  const { confirmScreenshot, confirmScreenshotDetail, load } = strings.commands;
  const detail = uiLines(
    confirmScreenshotDetail(host, service === undefined ? undefined : hostLabel(service)),
    foreign(' '),
    foreign(url),
  );
  return (await showWarningMessage(confirmScreenshot(host), { modal: true, detail }, load())) === load();
}
