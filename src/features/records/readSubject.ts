import type { Indicator } from '../../core/indicators/identity/types';
import type { Subject } from '../../core/records/subject';
import { subject as subjectShape } from '../../webviews/messages/parts';
import { readTarget } from '../shared/commands/commandTarget';
import { hasUnseen } from '../../core/text/visibleText';

/**
 * Reads the subject of a command's argument, a stored state, or a panel's request: a subject, or an indicator as other
 * commands take it. It is checked and parsed again, so that indicators are canonical. Undefined if invalid.
 */
export function readSubject(
  argument: unknown,
  parseIndicator: (text: string) => Indicator | undefined,
): Subject | undefined {
  const read = subjectShape.safeParse(argument);
  if (!read.success || read.data.kind === 'indicator') {
    const target = readTarget(argument);
    const indicator = target === undefined ? undefined : parseIndicator(target.value);
    return indicator === undefined ? undefined : { kind: 'indicator', type: indicator.type, value: indicator.value };
  }
  const { name, source } = read.data;
  const number = read.data.kind === 'threat' ? read.data.tid : read.data.fid;
  if (hasUnseen(source) || (name !== undefined && name.trim() === '')) return undefined;
  return name === undefined && number === undefined ? undefined : read.data;
}
