import { refang } from './refang';
import { isTopLevelDomain, nameKind } from './suffixes';

const none = 'No domain, address or URL';

/** Why a value of a list or a pattern is no indicator, as a reason for a report; values of one kind have one reason. */
export function rejectionReason(value: string): string {
  const name = refang(value.trim().slice(0, 300)).toLowerCase().replace(/\.$/, '');
  if (!/^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/.test(name)) return none;
  // A hover takes it for a file or a word of a program, too: what is kept of it would never be found.
  if (!isTopLevelDomain(name.slice(name.lastIndexOf('.') + 1))) return 'Name without a public ending, such as .com';
  const kind = nameKind(name);
  return kind === 'none' || kind === 'shared' ? 'Ending that many names share, such as co.uk' : none;
}
