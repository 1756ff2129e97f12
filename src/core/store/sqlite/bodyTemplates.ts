import { type Connection, integer, text } from './sqlite';

/**
 * Bodies of a list often differ only in dates and IDs. Those that do share a template, stored once, in which `\u0001`
 * replaces each long number; the stored body is then the ID of the template, and the numbers in base 36. Other bodies
 * are stored as they are. JSON begins with a brace, which distinguishes both forms.
 */
const hole = '\u0001';
const longNumber = /(?<!\d)[1-9]\d{5,14}(?!\d)/g;

/** Bodies with these are searched as JSON (`groups/linkSummary.ts`). */
const searched = /"(?:attributes|properties)"/;

const shortest = 24;
const longest = 4_000;
/** Templates that were seen once, before they are worth storing. */
const maxSeen = 20_000;
const seen = new WeakMap<Connection, Set<string>>();

const memoOf = (template: string): string => `\ntemplate\n${template}`;

/** The stored form of a body. Requires a transaction. */
export function storedBody(connection: Connection, body: string): string {
  if (body.length < shortest || body.length > longest || searched.test(body)) return body;
  const numbers: string[] = [];
  const template = body.replace(longNumber, (digits) => {
    // Most dates have full seconds.
    const [number, zeros] =
      digits.length === 13 && digits.endsWith('000') ? [digits.slice(0, -3), '000'] : [digits, ''];
    numbers.push(Number(number).toString(36));
    return hole + zeros;
  });
  const id = templateId(connection, template);
  return id === undefined ? body : [id, ...numbers].join(' ');
}

/** The ID of a template; undefined the first time, since most bodies of other sources are unique. */
function templateId(connection: Connection, template: string): number | undefined {
  const known = connection.memo.get(memoOf(template));
  if (known !== undefined) return known;
  let once = seen.get(connection);
  if (once === undefined) seen.set(connection, (once = new Set()));
  if (!once.delete(template)) {
    if (once.size >= maxSeen) once.clear();
    once.add(template);
    return undefined;
  }
  const stored = connection.get('SELECT id FROM body_template WHERE template = ?', template);
  const id = integer(stored?.['id']) ?? connection.run('INSERT INTO body_template (template) VALUES (?)', template).id;
  connection.memo.set(memoOf(template), id);
  return id;
}

const templates = new WeakMap<Connection, Map<string, readonly string[]>>();
/** Present in the connection's memo as long as the cached templates match the file. */
const memo = '\ntemplates';
const maxTemplates = 20_000;

/** The body that {@link storedBody} stored. */
export function getBody(connection: Connection, stored: string): string {
  if (stored.startsWith('{')) return stored;
  const [id = '', ...numbers] = stored.split(' ');
  const parts = partsOf(connection, id);
  let body = parts[0] ?? '';
  for (const [index, number] of numbers.entries()) body += `${parseInt(number, 36)}${parts[index + 1] ?? ''}`;
  return body;
}

/** The text around the numbers of a template. A failed transaction clears the memo, and with it the cached texts. */
function partsOf(connection: Connection, id: string): readonly string[] {
  let known = templates.get(connection);
  if (known === undefined || !connection.memo.has(memo) || known.size >= maxTemplates) {
    known = new Map();
    templates.set(connection, known);
    connection.memo.set(memo, 0);
  }
  const cached = known.get(id);
  if (cached !== undefined) return cached;
  const row = connection.get('SELECT template FROM body_template WHERE id = ?', Number(id));
  const parts = text(row?.['template']).split(hole);
  known.set(id, parts);
  return parts;
}

/** Deletes unused templates. Requires a transaction. */
export function dropUnusedTemplates(connection: Connection): void {
  // The ID is before the first space; the number of JSON is zero.
  connection.exec('DELETE FROM body_template WHERE id NOT IN (SELECT DISTINCT CAST(body AS INTEGER) FROM assertion)');
  connection.memo.clear();
}
