import { isObject } from '../../core/stix/fields';
import { NotABundle } from './elements';

/** Longer than any object, or bundle in a line, of a sane file. */
const maxLine = 64 * 1024 * 1024;

/**
 * Whether a text is JSON a line (NDJSON): its first line is an object of STIX of its own, or a bundle or envelope behind which more
 * follows.
 */
export function isJsonLines(head: string): boolean {
  const text = head.replace(/^[\uFEFF\s]+/, '');
  const [first = ''] = text.split(/\r?\n/, 1);
  if (!first.startsWith('{') || !first.trimEnd().endsWith('}')) return false;
  let value: unknown;
  try {
    value = JSON.parse(first);
  } catch {
    return false;
  }
  if (!isObject(value)) return false;
  if (Array.isArray(value.objects)) return text.slice(first.length).trim() !== '';
  return typeof value.type === 'string' && value.type !== 'bundle';
}

/** Cuts a text that comes in pieces into its lines; those that are empty are none. */
export class JsonLines {
  private rest = '';

  push(piece: string): readonly string[] {
    // Of a line in many pieces only the new one is looked at.
    const lines = piece.split('\n');
    lines[0] = this.rest + (lines[0] ?? '');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > maxLine) throw new NotABundle({ kind: 'lineTooLong' });
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }

  /** The last line, where no line end follows it. */
  end(): readonly string[] {
    const last = this.rest.trim();
    this.rest = '';
    return last === '' ? [] : [last];
  }
}
