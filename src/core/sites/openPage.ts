import type { RequestLog } from '../lookups/options';
import type { OfferedPage } from './getPages';

/** Dependencies for opening a page. */
interface Deps {
  readonly requestLog: Pick<RequestLog, 'begin'>;
  /** Templates that the user has agreed to use. */
  readonly agreed: () => readonly string[];
  readonly agree: (templates: readonly string[]) => PromiseLike<void>;
  /** Shows the host and the full address, and asks. */
  readonly confirm: (page: OfferedPage) => PromiseLike<boolean>;
  /** Opens an address in the browser; false if the user declined. */
  readonly open: (url: string) => PromiseLike<boolean>;
}

const maxAgreed = 200;

/**
 * Opens a page in the browser: after a question when its template is first used, and with an entry in the request log that is
 * written before.
 */
export async function openPage(page: OfferedPage, sent: string, deps: Deps): Promise<void> {
  const { template, origin, url } = page;
  if (!deps.agreed().includes(template)) {
    if (!(await deps.confirm(page))) return;
    await deps.agree([...deps.agreed(), template].slice(-maxAgreed));
  }
  const end = deps.requestLog.begin({ to: origin, what: [sent], why: 'page' });
  try {
    if (await deps.open(url)) end('opened');
    else end('canceled', { notSent: true });
  } catch (error) {
    end('failed', { notSent: true });
    throw error;
  }
}
