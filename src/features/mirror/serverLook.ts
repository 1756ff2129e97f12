import type { RequestOptions } from '../../core/api/requestOptions';
import { isAccessRefused, type TaxiiPlace } from '../../core/api/taxii/sentence';
import type { Outcome, Trouble, TroubleKind } from '../../core/api/trouble';
import type { Offer } from '../../core/mirror';
import { askHost, chooseWay, type Way } from './askHost';
import type { MirrorFeatureParts, TaxiiTools } from './mirrorParts';
import { addressWords, hostOfAddress } from './mirrorWords';
import type { SignedIn } from './signInPick';
import { type TaxiiServers, wayOf } from './taxiiServers';

export interface ServerLookParts extends Pick<MirrorFeatureParts, 'loadMirror' | 'sent'> {
  readonly servers: TaxiiServers;
}

/** The service answered, though not as a TAXII server that one has not signed in to. */
const answered: ReadonlySet<TroubleKind> = new Set([
  'notFound',
  'notJson',
  'badShape',
  'badRequest',
  'serverError',
  'rateLimited',
]);
/** Nothing of TAXII is there: an id that is typed may be all that the server does not tell. */
const nowhere: ReadonlySet<TroubleKind> = new Set(['notFound', 'notJson', 'badShape']);

/** Asks TAXII servers what they offer, with progress and Cancel, and asks the user what to do where that fails. */
export class ServerLook {
  constructor(private readonly parts: ServerLookParts) {}

  /**
   * Whether a server may be at an address: looked at before anything secret is asked for, without signing in. Says `signIn` where
   * one may be, else what the user wants.
   */
  async probe(address: string): Promise<'signIn' | 'again' | 'address' | undefined> {
    const { none } = await this.asking(address, { signIn: { kind: 'none' } }, async ({ probe }, client, options) => {
      const none = await probe(client, address, options);
      return { none, trouble: none?.trouble };
    });
    if (none === undefined) return 'signIn';
    const { trouble, asked } = none;
    if (trouble.kind === 'cancelled') return 'address';
    const said = await this.sentence(trouble, address);
    const isNone = nowhere.has(trouble.kind);
    const looked = `Asked without signing in: ${asked.map(addressWords).join(' and ')}.`;
    const way = await chooseWay(
      isNone ? `There is no TAXII server at ${addressWords(address)}.` : said,
      answered.has(trouble.kind) ? ['address', 'again', 'signInAnyway'] : ['address', 'again'],
      { detail: trouble.kind === 'notJson' ? `${said} ${looked}` : looked },
    );
    return way === 'signInAnyway' ? 'signIn' : way === 'address' || way === 'again' ? way : undefined;
  }

  /** What a server offers to whoever signs in so. */
  async offer(address: string, signed: SignedIn): Promise<Outcome<Offer>> {
    const { outcome } = await this.asking(address, signed, async ({ discover }, client, options) => {
      const outcome = await discover(client, address, options);
      return { outcome, trouble: outcome.ok ? undefined : outcome.trouble };
    });
    return outcome;
  }

  /** What to do about a trouble with a server; `isNew` where its address may be another one. */
  async aboutTrouble(
    address: string,
    { signIn }: SignedIn,
    trouble: Trouble,
    isNew: boolean,
  ): Promise<Way | undefined> {
    const other: readonly Way[] = isNew ? ['address'] : [];
    const ways: readonly Way[] = isAccessRefused(trouble)
      ? ['signIn', ...other, 'again']
      : nowhere.has(trouble.kind)
        ? [...other, 'typeId', 'signIn', ...(isNew ? [] : (['again'] as const))]
        : ['again', ...other, ...(answered.has(trouble.kind) ? (['signIn'] as const) : [])];
    return chooseWay(await this.sentence(trouble, address, { signIn: wayOf(signIn).kind }), ways);
  }

  /** What to do where a server offers nothing that may be read. */
  async aboutNothing(address: string, offer: Offer, isNew: boolean): Promise<Way | undefined> {
    const host = hostOfAddress(address);
    const [elsewhere] = offer.elsewhere;
    if (elsewhere !== undefined && offer.collections.length === 0) {
      const sentence = `${host} names an API root at ${hostOfAddress(elsewhere)}.`;
      return chooseWay(sentence, ['elsewhere', ...(isNew ? (['address'] as const) : [])], {
        detail: `Nothing was sent there: what you sign in with goes to ${host} alone. It is a server of its own, if you trust it.`,
        elsewhere: `Add ${hostOfAddress(elsewhere)}…`,
      });
    }
    const [failed] = offer.failed;
    const sentence =
      failed !== undefined
        ? await this.sentence(failed.trouble, address, { part: 'root' })
        : offer.collections.length > 0
          ? `None of the collections of ${host} may be read with this sign-in.`
          : `${host} lists no collections.`;
    return chooseWay(sentence, ['typeId', 'signIn', ...(isNew ? (['address'] as const) : [])]);
  }

  private async sentence(trouble: Trouble, address: string, about: TaxiiPlace = {}): Promise<string> {
    const { servers, loadMirror } = this.parts;
    const place = { ...about, isService: servers.isService(address) };
    return (await loadMirror()).taxiiSentence(trouble, hostOfAddress(address), place);
  }

  private asking<T extends { readonly trouble?: Trouble | undefined }>(
    address: string,
    { signIn, secret }: SignedIn,
    ask: (tools: TaxiiTools, client: Awaited<ReturnType<TaxiiServers['trial']>>, options: RequestOptions) => Promise<T>,
  ): Promise<T> {
    const { servers, loadMirror } = this.parts;
    return askHost(this.parts, { address, what: 'what the TAXII server offers' }, async (options) => {
      const [tools, client] = await Promise.all([loadMirror(), servers.trial({ address, signIn }, secret)]);
      return ask(tools, client, options);
    });
  }
}
