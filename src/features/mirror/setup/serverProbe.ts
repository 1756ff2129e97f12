import type { RequestOptions } from '../../../core/api/requestOptions';
import { isAccessRefused, type TaxiiErrorContext } from '../../../core/api/taxii/errorContext';
import { taxiiErrorMessage } from '../../../core/api/taxii/strings';
import type { Outcome, RequestError, RequestErrorKind } from '../../../core/api/requestError';
import type { TaxiiOffer } from '../../../core/mirror';
import { requestFromHost, chooseNextStep, type NextStep } from './hostRequest';
import type { MirrorFeatureParts, TaxiiTools } from '../mirrorParts';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import type { SignedIn } from './signInPrompt';
import { strings } from '../strings';
import { type TaxiiServers, signInOf } from '../taxiiServers';
import { t, formatList } from '../../../l10n';

export interface ServerProbeParts extends Pick<MirrorFeatureParts, 'loadMirror' | 'requestLog'> {
  readonly servers: TaxiiServers;
}

/** The server responded, though not as a TAXII server without credentials does. */
const answered: ReadonlySet<RequestErrorKind> = new Set([
  'notFound',
  'notJson',
  'badShape',
  'badRequest',
  'serverError',
  'rateLimited',
]);
/** No TAXII at the address: a collection ID may work anyway. */
const nowhere: ReadonlySet<RequestErrorKind> = new Set(['notFound', 'notJson', 'badShape']);

/** Lists the collections of TAXII servers, with progress and Cancel, and asks how to continue after an error. */
export class ServerProbe {
  constructor(private readonly parts: ServerProbeParts) {}

  /**
   * Whether there may be a server at an address: checked without credentials, before the user enters any. `signIn`
   * where there may be one, else the user's choice.
   */
  async probe(address: string): Promise<'signIn' | 'again' | 'address' | undefined> {
    const { none } = await this.request(address, { signIn: { kind: 'none' } }, async ({ probe }, client, options) => {
      const none = await probe(client, address, options);
      return { none, error: none?.error };
    });
    if (none === undefined) return 'signIn';
    const { error, requestedUrls } = none;
    if (error.kind === 'canceled') return 'address';
    const message = this.messageOf(error, address);
    const isNone = nowhere.has(error.kind);
    const probed = t('Checked without credentials: {0}.', formatList(requestedUrls.map(formatAddress)));
    const step = await chooseNextStep(
      isNone ? t('No TAXII server found at {0}.', formatAddress(address)) : message,
      answered.has(error.kind) ? ['address', 'again', 'signInAnyway'] : ['address', 'again'],
      { detail: error.kind === 'notJson' ? `${message} ${probed}` : probed, error },
    );
    return step === 'signInAnyway' ? 'signIn' : step === 'address' || step === 'again' ? step : undefined;
  }

  /** What a server offers with these credentials. */
  async offer(address: string, signed: SignedIn): Promise<Outcome<TaxiiOffer>> {
    const { outcome } = await this.request(address, signed, async ({ discover }, client, options) => {
      const outcome = await discover(client, address, options);
      return { outcome, error: outcome.ok ? undefined : outcome.error };
    });
    return outcome;
  }

  /** Asks how to continue after an error of a server; `isNew` where the address may change. */
  async chooseAfterError(
    address: string,
    { signIn }: SignedIn,
    error: RequestError,
    isNew: boolean,
  ): Promise<NextStep | undefined> {
    const other: readonly NextStep[] = isNew ? ['address'] : [];
    const steps: readonly NextStep[] = isAccessRefused(error)
      ? ['signIn', ...other, 'again']
      : nowhere.has(error.kind)
        ? [...other, 'typeId', 'signIn', ...(isNew ? [] : (['again'] as const))]
        : ['again', ...other, ...(answered.has(error.kind) ? (['signIn'] as const) : [])];
    return chooseNextStep(this.messageOf(error, address, { signIn: signInOf(signIn).kind }), steps, { error });
  }

  /** Asks how to continue where no collection is readable. */
  async chooseWhenNothingOffered(address: string, offer: TaxiiOffer, isNew: boolean): Promise<NextStep | undefined> {
    const host = hostOfAddress(address);
    const [elsewhere] = offer.elsewhere;
    if (elsewhere !== undefined && offer.collections.length === 0) {
      const other = hostOfAddress(elsewhere);
      return chooseNextStep(
        t('{0} lists an API root at {1}.', host, other),
        ['elsewhere', ...(isNew ? (['address'] as const) : [])],
        {
          detail: t(
            'Nothing was sent there because your credentials are sent only to {0}. If you trust the other host, add it as a server.',
            host,
          ),
          addOther: strings.addOther(other),
        },
      );
    }
    const [failed] = offer.failed;
    const message =
      failed !== undefined
        ? this.messageOf(failed.error, address, { part: 'root' })
        : offer.collections.length > 0
          ? t("These credentials can't read any collections on {0}.", host)
          : t('{0} lists no collections.', host);
    return chooseNextStep(message, ['typeId', 'signIn', ...(isNew ? (['address'] as const) : [])]);
  }

  private messageOf(error: RequestError, address: string, context: TaxiiErrorContext = {}): string {
    const isService = this.parts.servers.isService(address);
    return taxiiErrorMessage(error, hostOfAddress(address), { ...context, isService });
  }

  private request<T extends { readonly error?: RequestError | undefined }>(
    address: string,
    { signIn, secret }: SignedIn,
    request: (
      tools: TaxiiTools,
      client: Awaited<ReturnType<TaxiiServers['trial']>>,
      options: RequestOptions,
    ) => Promise<T>,
  ): Promise<T> {
    const { servers, loadMirror } = this.parts;
    return requestFromHost(this.parts, { address, what: address, subject: { kind: 'server' } }, async (options) => {
      const [tools, client] = await Promise.all([loadMirror(), servers.trial({ address, signIn }, secret)]);
      return request(tools, client, options);
    });
  }
}
