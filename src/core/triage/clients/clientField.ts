/** Means that the lines of a file are about no client. */
export const noClientField = '';

/**
 * The field that names the clients in the lines of a file, by glob patterns of paths: that of the last pattern that
 * matches, so that a later one can be an exception; undefined if none does.
 */
export function getClientField(path: string, fields: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(fields).findLast(([pattern]) => globExpression(pattern).test(path))?.[1];
}

/** A pattern for a file and those with the same name apart from numbers, such as dates. */
export function getPattern(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return `**/${name.replaceAll(/[?*]/g, '?').replaceAll(/\d+(?:[-_.:]\d+)*/g, '*')}`;
}

/** `**` is any part of a path, `*` and `?` are characters of a name. A pattern without a slash is that of a name. */
function globExpression(pattern: string): RegExp {
  const whole = pattern.includes('/') ? pattern : `**/${pattern}`;
  const parts = whole
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => globParts[part] ?? part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('')}$`, 'i');
}

const globParts: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
