import type { RequestError } from '../../../core/api/requestError';
import { taxiiErrorMessage } from '../../../core/api/taxii/strings';
import type { FetchedFile } from '../../../core/sync/list';
import type { MirrorSignIn } from '../../../core/sync/subscriptions';
import { requestFromHost, chooseNextStep, type NextStep } from '../setup/hostRequest';
import type { MirrorFeatureParts } from '../sourcesParts';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import type { SignedIn } from '../setup/signInPrompt';
import type { TaxiiServers } from '../taxiiServers';

/** No authentication, for public lists. */
export const noSignIn: SignedIn = { signIn: { kind: 'none' } satisfies MirrorSignIn };

/** Fetches a list before it is added, so that a wrong address is detected early. */
export class ListProbe {
  private readonly fetched = new Map<string, FetchedFile>();

  constructor(
    private readonly loadMirror: MirrorFeatureParts['loadMirror'],
    private readonly requestLog: MirrorFeatureParts['requestLog'],
    private readonly servers: TaxiiServers,
  ) {}

  /** Returns `here` if a list was fetched, which {@link take} returns; otherwise the user's choice. */
  async fetch(address: string, signed: SignedIn): Promise<'here' | NextStep | undefined> {
    const { servers, loadMirror } = this;
    const question = {
      address: new URL(address).origin,
      what: formatAddress(address),
      subject: { kind: 'list' },
    } as const;
    const { answer } = await requestFromHost(this.requestLog, question, async (options) => {
      const [{ fetchList }, gateway] = await Promise.all([
        loadMirror(),
        servers.trialGateway({ address, signIn: signed.signIn }, signed.secret),
      ]);
      const answer = await fetchList(gateway, address, options);
      return answer.ok ? { answer } : { answer, error: answer.error };
    });
    this.forget();
    if (answer.ok) {
      if (answer.value !== 'unchanged') this.fetched.set(address, answer.value);
      return 'here';
    }
    const { error } = answer;
    if (error.kind === 'canceled') return 'address';
    // Without credentials yet, prompt for them directly.
    if (error.kind === 'keyRejected' && signed.signIn.kind === 'none') return 'signIn';
    const isSignedIn = signed.signIn.kind !== 'none';
    const { kind } = signed.signIn;
    const way = kind === 'none' ? {} : { signIn: kind };
    const message = taxiiErrorMessage(error, hostOfAddress(address), { part: 'list', ...way });
    const step = await chooseNextStep(message, nextSteps(error, isSignedIn), {
      detail: formatAddress(address),
      error,
    });
    return step === 'signInAnyway' ? 'signIn' : step;
  }

  /** The file fetched from this address, which {@link take} still returns. */
  peek(address: string): FetchedFile | undefined {
    return this.fetched.get(address);
  }

  /** The file fetched from this address, once. */
  take(address: string): FetchedFile | undefined {
    const file = this.fetched.get(address);
    this.fetched.delete(address);
    return file;
  }

  /** Discards the fetched file. */
  forget(): void {
    this.fetched.clear();
  }
}

function nextSteps({ kind }: RequestError, isSignedIn: boolean): readonly NextStep[] {
  switch (kind) {
    case 'keyRejected':
      return ['signIn', 'address', 'again'];
    // A web page may be a sign-in page.
    case 'badShape':
    case 'notJson':
    case 'badRequest':
      return ['address', isSignedIn ? 'signIn' : 'signInAnyway', 'again'];
    case 'notFound':
    case 'redirectRefused':
      return ['address', 'again'];
    default:
      return ['again', 'address'];
  }
}
