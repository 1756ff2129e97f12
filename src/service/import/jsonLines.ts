import { isObject } from '../../core/stix/fields';
import { NotABundle } from './elements';

/** Longer than any line of a valid file. */
const maxLine = 64 * 1024 * 1024;

/**
 * Whether a text is JSON lines (NDJSON): its first line is a STIX object, or a bundle or envelope followed by more
 * lines.
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

/** Splits text that arrives in pieces into its non-empty lines. */
export class JsonLines {
  private rest = '';

  push(piece: string): readonly string[] {
    // Of a line in many pieces, only the new one is searched.
    const lines = piece.split('\n');
    lines[0] = this.rest + (lines[0] ?? '');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > maxLine) throw new NotABundle({ kind: 'lineTooLong' });
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }

  /** The last line, if it doesn't end with a line break. */
  end(): readonly string[] {
    const last = this.rest.trim();
    this.rest = '';
    return last === '' ? [] : [last];
  }
}
