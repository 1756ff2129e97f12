import type * as vscode from 'vscode';
import type { MirrorServer, MirrorSignIn } from '../../core/sync/subscriptions';
import { errorDetails } from '../shared/text/errorDetails';
import type { Output } from '../shared/ui';

const prefix = 'threatLookups.taxii:';

/** Passwords and keys of TAXII servers in the system keychain, one per address, each for that address's origin only. */
export class TaxiiSecrets {
  constructor(
    private readonly secrets: vscode.SecretStorage,
    /** The key of a service by its base URL. */
    private readonly keyOf: (baseUrl: string) => Promise<string | undefined>,
    private readonly output: Pick<Output, 'warn'>,
  ) {}

  /** The secret for requests to a server; undefined if there is none, or the keychain can't be read. */
  async get({ address, signIn }: Pick<MirrorServer, 'address' | 'signIn'>): Promise<string | undefined> {
    if (signIn.kind === 'none') return undefined;
    const { keyOf } = signIn;
    if (keyOf !== undefined) return sameOrigin(keyOf, address) ? this.keyOf(keyOf) : undefined;
    try {
      const secret = await this.secrets.get(prefix + address);
      return secret === '' ? undefined : secret;
    } catch (error) {
      this.output.warn(`The key chain can't be read: ${errorDetails(error)}`);
      return undefined;
    }
  }

  /** Stores the secret of a server; deletes an earlier one where it has none of its own. */
  async set(address: string, signIn: MirrorSignIn, secret: string | undefined): Promise<void> {
    const isOwn = signIn.kind !== 'none' && signIn.keyOf === undefined;
    if (isOwn && secret !== undefined) await this.secrets.store(prefix + address, secret);
    else if (!isOwn) await this.remove(address);
  }

  async remove(address: string): Promise<void> {
    await this.secrets.delete(prefix + address);
  }
}

/** Whether two addresses have the same origin: scheme, host and port. */
export function sameOrigin(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;
}
