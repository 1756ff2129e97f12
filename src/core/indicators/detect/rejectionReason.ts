import { refang } from '../identity/refang';
import { isTopLevelDomain, nameKind } from '../registry/suffixes';

/** Why a value isn't an indicator. */
export type RejectionKind =
  | 'noIndicator'
  /** The last label isn't a top-level domain. */
  | 'noPublicSuffix'
  /** A public suffix itself, such as `co.uk`. */
  | 'sharedSuffix'
  | 'path'
  | 'noHost'
  /** Its host may be valid, but a URL is never replaced by its host. */
  | 'unreadableUrl'
  | 'networkTooLarge';

const none = 'noIndicator';

/** Why a value of a list or a pattern isn't an indicator. */
export function rejectionReason(value: string): RejectionKind {
  const name = refang(value.trim().slice(0, 300)).toLowerCase().replace(/\.$/, '');
  if (!/^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/.test(name)) return none;
  // A hover would read it as a file or an identifier, so it would never be found.
  if (!isTopLevelDomain(name.slice(name.lastIndexOf('.') + 1))) return 'noPublicSuffix';
  const kind = nameKind(name);
  return kind === 'none' || kind === 'shared' ? 'sharedSuffix' : none;
}
