import type { FindOptions, Occurrence } from '../../identity/types';
import { type EncodedPart, inContaining } from './decodedText';
import { addEscaped } from './escapes';
import { addLengthPrefixed } from './lengthPrefixed';
import { decodedPart, mailParts } from './mail';

/**
 * One of these is in each text, other than a mail, that has a part in an encoding, with the character in front of which or
 * with which it starts.
 */
export const encodingMarks: readonly (readonly [character: string, marks: readonly string[]])[] = [
  ['(', ['(0)']],
  ['|', ['|00']],
  ['\\', ['x00', 'x2e', 'x2E', 'u002e', 'u002E']],
  ['%', ['%2e', '%2E']],
  ['&', ['&#46', '&#046', '&#x2e', '&#x2E', '&peri']],
];

/** Finds the indicators of decoded text. */
export type FindDecoded = (text: string) => readonly Occurrence[];

/**
 * The parts of a text that are written in an encoding, in their order; what is found elsewhere isn't affected. Takes next to
 * no time for texts without characters that only encodings have.
 */
export function encodedParts(text: string, { mail }: FindOptions, find: FindDecoded): readonly EncodedPart[] {
  const parts: EncodedPart[] = [];
  const add = (part: EncodedPart): void => void parts.push(part);
  const isMail = mail === true;
  if (isMail) addMailParts(text, find, add);
  addLengthPrefixed(text, add);
  addEscaped(text, find, add);
  if (parts.length < 2) return parts;
  // A mail is decoded first; what its parts contain was found there.
  let end = 0;
  return parts
    .map((part, index) => ({ part, index }))
    .sort((a, b) => a.part.start - b.part.start || a.index - b.index)
    .flatMap(({ part }) => {
      if (part.start < end) return [];
      end = part.end;
      return [part];
    });
}

function addMailParts(text: string, find: FindDecoded, add: (part: EncodedPart) => void): void {
  for (const part of mailParts(text)) {
    const decoded = decodedPart(text, part);
    if (decoded === undefined) continue;
    const found = find(decoded.text).map((each) => inContaining(each, decoded, text));
    add({ start: part.start, end: part.end, found });
  }
}
