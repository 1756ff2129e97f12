// The translatable messages in the source, which the bundles in l10n/ must contain exactly.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './paths.mjs';

/** Functions whose first argument is a message, and functions whose second argument contains the plural forms. */
const messageFunctions = new Set(['t', 'uiText', 'interleave', 'messageParts']);
const pluralFunctions = new Set(['plural', 'uiPlural']);

/** Files that define these functions; their own calls only pass messages on. */
const madeIn = ['src/l10n/messages.ts', 'src/features/shared/ui/text.ts', 'src/features/shared/text/safeMarkdown.ts'];

/**
 * Every message in `src/` by its key in a bundle (`message`, or `message/one` and `message/other` for plurals), with
 * its English text and location.
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

/** The possible texts of an argument: a literal, or both branches of a condition. */
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

/** The placeholders of a message, sorted and unique. */
export function placeholders(text) {
  return [...new Set(text.match(/\{\d+\}/g) ?? [])].sort();
}

/** The messages of a language. */
export function bundle(language) {
  return JSON.parse(readFileSync(join(root, 'l10n', `bundle.l10n.${language}.json`), 'utf8'));
}

/** The languages that have a bundle. */
export function languages() {
  const folder = join(root, 'l10n');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => /^bundle\.l10n\.([\w-]+)\.json$/.exec(name)?.[1])
    .filter((language) => language !== undefined);
}

/** The missing, unused, and inconsistent messages of a bundle, one line each. */
export function bundleProblems(translations, messages) {
  const problems = [];
  for (const [key, { text, at }] of messages) {
    const plural = /\/(one|other)$/.exec(key);
    const translation = translations[key];
    if (typeof translation !== 'string' || translation === '') problems.push(`missing (${at}): ${key}`);
    // The form “one” can spell out its count, as in “a scan”.
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
 * Converts a message to the pseudo-locale: readable and a third longer, with accented letters and marks at both ends,
 * so that truncated, concatenated, and untranslated text becomes visible. Placeholders, icons, and commands are
 * unchanged.
 */
export function pseudo(text) {
  return text
    .split('\n')
    .map((line) => {
      const [, label, target] = /^\[([^\]]+)\](\(.*\))$/.exec(line) ?? [];
      if (label !== undefined) return `[${pseudoLine(label)}]${target}`;
      return line === '' ? '' : pseudoLine(line);
    })
    .join('\n');
}

function pseudoLine(text) {
  const letters = text
    .split(/(\{\d+\}|\$\([^)]*\)|\(command:[^)]*\)|`[^`]*`|%[\w.]+%)/)
    .map((part, n) => (n % 2 === 1 ? part : part.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter)))
    .join('')
    // VS Code shows the label of a link apart from what is around it.
    .replace(/\[([^\]]+)\](?=\(command:)/g, '[⟦$1⟧]');
  return `⟦${letters}${'·'.repeat(Math.ceil(text.length / 3))}⟧`;
}
