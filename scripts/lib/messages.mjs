// The messages of the source that are translated: what the bundles in l10n/ must hold, no more and no less.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './paths.mjs';

/** Functions whose first argument is a message, and those whose second argument holds its forms for a count. */
const messageFunctions = new Set(['t', 'uiText', 'interleave', 'messageParts']);
const pluralFunctions = new Set(['plural', 'uiPlural']);

/** Where they are made: their own calls pass messages on. */
const madeIn = ['src/l10n/', 'src/features/common/ui/text.ts', 'src/features/common/safeMarkdown.ts'];

/**
 * Every message of `src/`, by its key in a bundle (`message`, `message/one` and `message/other` for counts), with its English
 * text and where it is used.
 * @returns {{ messages: Map<string, { text: string, at: string }>, problems: string[] }}
 */
export function sourceMessages() {
  const messages = new Map();
  const problems = [];
  for (const file of sourceFiles()) {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const note = (node, key, text) => {
      if (!/\p{L}/u.test(text.replace(/\$\([^)]*\)/g, ''))) return;
      const at = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      if (!messages.has(key)) messages.set(key, { text, at });
    };
    const miss = (node) =>
      problems.push(
        `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: write the message out in the call`,
      );
    const visit = (node) => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const name = node.expression.text;
        if (messageFunctions.has(name) && node.arguments[0] !== undefined) {
          const found = literals(node.arguments[0]);
          if (found === undefined) miss(node);
          for (const text of found ?? []) note(node, text, text);
        }
        if (pluralFunctions.has(name) && node.arguments[1] !== undefined) {
          const forms = pluralForms(node.arguments[1]);
          if (forms === undefined) miss(node);
          else {
            note(node, `${forms.other}/one`, forms.one);
            note(node, `${forms.other}/other`, forms.other);
          }
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { messages, problems };
}

function sourceFiles() {
  return readdirSync(join(root, 'src'), { recursive: true })
    .map((name) => join('src', String(name)))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .filter((name) => !madeIn.some((made) => name.startsWith(made)))
    .sort();
}

/** The texts an argument can be: a literal, or either side of a condition. */
function literals(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (!ts.isConditionalExpression(node)) return undefined;
  const sides = [literals(node.whenTrue), literals(node.whenFalse)];
  return sides.includes(undefined) ? undefined : sides.flat();
}

function pluralForms(node) {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const form = (name) => {
    const found = node.properties.find((property) => property.name?.text === name)?.initializer;
    return found !== undefined && ts.isStringLiteralLike(found) ? found.text : undefined;
  };
  const [one, other] = [form('one'), form('other')];
  return one === undefined || other === undefined ? undefined : { one, other };
}

/** The placeholders of a message, sorted, each once. */
export function placeholders(text) {
  return [...new Set(text.match(/\{\d+\}/g) ?? [])].sort();
}

/** The bundle of a language, or of English where the source is the text. */
export function bundle(language) {
  return JSON.parse(readFileSync(join(root, 'l10n', `bundle.l10n.${language}.json`), 'utf8'));
}

/** The languages that there is a bundle of. */
export function languages() {
  const folder = join(root, 'l10n');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => /^bundle\.l10n\.([\w-]+)\.json$/.exec(name)?.[1])
    .filter((language) => language !== undefined);
}

/** What a bundle lacks, holds for nothing, or fills otherwise than the source, one line each. */
export function bundleProblems(translations, messages) {
  const problems = [];
  for (const [key, { text, at }] of messages) {
    const plural = /\/(one|other)$/.exec(key);
    const translation = translations[key];
    if (typeof translation !== 'string' || translation === '') problems.push(`missing (${at}): ${key}`);
    // The one of several languages may write its count out, as “a scan”.
    else if (plural?.[1] !== 'one' && String(placeholders(translation)) !== String(placeholders(text)))
      problems.push(`other placeholders (${at}): ${key} → ${translation}`);
  }
  for (const key of Object.keys(translations)) {
    const base = key.replace(/\/(zero|two|few|many)$/, '/other');
    if (!messages.has(key) && !messages.has(base)) problems.push(`unused: ${key}`);
  }
  return problems;
}

const accents = Object.fromEntries(
  [...'aceilnorsuyzACEINORSUYZ'].map((letter, n) => [letter, [...'àçéîłñöŕšüýžÀÇÉÎÑÖŔŠÜÝŽ'][n]]),
);

/**
 * A message in the pseudo-locale: readable, a third longer, with every letter foreign and both ends marked, so that text
 * that is cut, put together or not translated at all is seen. Placeholders, icons and commands stay.
 */
export function pseudo(text) {
  const letters = text
    .split(/(\{\d+\}|\$\([^)]*\)|\(command:[^)]*\)|`[^`]*`|%[\w.]+%)/)
    .map((piece, n) => (n % 2 === 1 ? piece : piece.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter)))
    .join('');
  return `⟦${letters}${'·'.repeat(Math.ceil(text.length / 3))}⟧`;
}
