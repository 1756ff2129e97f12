import type { RequestError } from '../../core/api/requestError';
import type { MirrorSignIn } from '../../core/mirror/subscriptions';
import { askHost, chooseWay, type Way } from './askHost';
import type { MirrorFeatureParts } from './mirrorParts';
import { addressWords, hostOfAddress } from './mirrorWords';
import type { SignedIn } from './signInPick';
import type { TaxiiServers } from './taxiiServers';

export interface ListLookParts extends Pick<MirrorFeatureParts, 'loadMirror' | 'sent'> {
  readonly servers: TaxiiServers;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Nobody signs in to a list that everybody may read. */
export const noSignIn: SignedIn = { signIn: { kind: 'none' } satisfies MirrorSignIn };

/** Fetches a list before it is subscribed to, so that a wrong address is known before anything is asked about it. */
export class ListLook {
  private readonly fetched = new Map<string, Bytes>();

  constructor(private readonly parts: ListLookParts) {}

  /** `here` where a list came, which {@link take} hands on; else what the user wants. */
  async look(address: string, signed: SignedIn): Promise<'here' | Way | undefined> {
    const { servers, loadMirror } = this.parts;
    const question = { address: new URL(address).origin, what: `list ${addressWords(address)}` };
    const { answer, sentence } = await askHost(this.parts, question, async (options) => {
      const [{ fetchList, listErrorMessage }, gateway] = await Promise.all([
        loadMirror(),
        servers.trialGateway({ address, signIn: signed.signIn }, signed.secret),
      ]);
      const answer = await fetchList(gateway, address, options);
      if (answer.ok) return { answer, sentence: '' };
      const { error } = answer;
      return { answer, error, sentence: listErrorMessage(error, hostOfAddress(address)) };
    });
    this.forget();
    if (answer.ok) {
      this.fetched.set(address, answer.value);
      return 'here';
    }
    const { error } = answer;
    if (error.kind === 'canceled') return 'address';
    // Who did not sign in is asked to, without a detour.
    if (error.kind === 'keyRejected' && signed.signIn.kind === 'none') return 'signIn';
    const isSignedIn = signed.signIn.kind !== 'none';
    const way = await chooseWay(sentence, waysOut(error, isSignedIn), { detail: addressWords(address) });
    return way === 'signInAnyway' ? 'signIn' : way;
  }

  /** What was fetched of this address and nobody has taken yet. */
  take(address: string): Bytes | undefined {
    const bytes = this.fetched.get(address);
    this.fetched.delete(address);
    return bytes;
  }

  /** Nobody will take what was fetched. */
  forget(): void {
    this.fetched.clear();
  }
}

function waysOut({ kind }: RequestError, isSignedIn: boolean): readonly Way[] {
  switch (kind) {
    case 'keyRejected':
      return ['signIn', 'address', 'again'];
    // A page for people may be one to sign in on.
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
