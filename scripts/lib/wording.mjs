// Finds unnatural or British wording in the comments, strings, and documents of the repository.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './paths.mjs';

/** Words to avoid, and their replacements. */
const rules = [
  [/\banew\b/gi, '“again”, or nothing'],
  [/\b(?:told|tells?|telling)\b/gi, '“show”, “report”, or “distinguish”'],
  [/\b(?:says?|said|saying) (?:of|so)\b/gi, '“show”, “report”, or “state”'],
  [/(?<!(?:\blong|\bnight)-?)\bstands?\b(?!-?alone|-?ins?\b| for\b| out\b)/gi, '“is”, “occurs”, or “appears”'],
  [/\blies\b/gi, '“is”'],
  [/\bholds\b(?! (?:an? |the |its )?lock\b)/gi, '“contains”, “stores”, or “has”'],
  [/(?<!about:|leave it |left |leave )\bblanks?\b(?! (?:lines?|pages?)\b)/gi, '“space” or “empty”'],
  [/\bby (?:itself|themselves)\b/gi, '“automatically”, or nothing'],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/gi, '“isn’t …”'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|less\b|fewer\b|one\b)/gi, '“isn’t a …” or “there is no …”'],
  [/, too(?=[.,;:!?)\s]|$)/gi, '“also”'],
  [/\bbegun\b|\b(?:the|a|its|at) begin\b/gi, '“started” or “start”'],
  [/\bfor good\b/gi, '“permanently”'],
  [/\bso many\b/gi, 'the number, or “this many”'],
  [/\ball the same\b/gi, '“anyway”'],
  [/\bno longer than\b/gi, '“at most”'],
  [/\bwants\b/gi, '“needs” or “requests”'],
  [/\b(?:goes|go|going) along\b/gi, '“is sent” or “is included”'],
  [/\bof yours\b/gi, '“your …”'],
  [/\bWhat was (?:sent|asked|found|said|told|left)\b/gi, 'a noun'],
  [/\bnames? below\b/gi, '“subdomains”'],
  [/\b(?:left|leav(?:e|es|ing)) out\b/gi, '“skipped”, “skip”, or “ignore”'],
  [/\bmade[- ]up\b/gi, '“fictional”'],
  [/(?<=^|[.;:] )Of (?:an?|the|what|each)\b/g, 'another order of the sentence'],
  [/\bthe (?:view|mode|column|page) (?:\*\*|_|“)?(?=[A-Z])/g, 'the name before “view”, “mode”, “column”, or “page”'],
  [/, else (?:the|those|all)\b/g, '“; otherwise …”'],
  [/\bmeanwhile\b/gi, '“in the meantime”, or nothing'],
  [/\bblock lists?\b/gi, '“blocklist”'],
  [/\bworst\b/gi, '“highest”'],
  [/\b(?:cancell(?:ed|ing)|labelled|travell(?:ed|ing)|modell(?:ed|ing)|signall(?:ed|ing))\b/gi, 'American spelling'],
  [/\b(?:un)?(?:colou?r|behaviou?r|neighbou?r|favou?r|honou?r)\w*\b/gi, 'American spelling', /ou?r/, /our/],
  [
    /\b(?:\w+(?:al|an|ar|er|gn|im|it|or|yn)is(?:e[ds]?|ing|ation)|analys(?:e[ds]?|ing)|tokenis\w+|defence|licence|centred?|catalogues?)\b/gi,
    'American spelling',
  ],
];

/** Words that end like British spelling, but aren't. */
const sameInAmerican =
  /^(?:analysis|analyses|advertis\w*|compris\w*|exercis\w*|franchis\w*|merchandis\w*|otherwise|promis\w*|rais\w*|revis\w*|ris\w*|surpris\w*|televis\w*|improvis\w*|wise|likewise|raised|praise\w*|arise\w*|enterprise\w*)$/i;

/**
 * The unnatural wording in a text.
 * @param {string} text
 * @returns {readonly { at: number, found: string, hint: string }[]}
 */
export function unnaturalWording(text) {
  const problems = [];
  for (const [pattern, hint, , british] of rules) {
    for (const match of text.matchAll(pattern)) {
      if (british !== undefined && !british.test(match[0].toLowerCase())) continue;
      if (hint === 'American spelling' && sameInAmerican.test(match[0])) continue;
      problems.push({ at: match.index, found: match[0], hint });
    }
  }
  return problems.sort((a, b) => a.at - b.at);
}

/** The parts of a comment at an offset that aren't code between backticks. */
function proseBetweenCode(comment, at) {
  const ends = [...comment.matchAll(/`[^`\n]*`/g)].map(({ index, 0: code }) => [at + index, at + index + code.length]);
  return [...ends, [at + comment.length]].map(([end], index) => [index === 0 ? at : ends[index - 1][1], end]);
}

/** The comments of source code, and the strings that contain more than one word, with dots instead of code. */
function proseOfCode(file, text) {
  const kind = /x$/.test(file) ? ts.ScriptKind.TSX : /ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const ranges = [];
  // Between backticks in a comment is code, which isn't prose.
  const addComments = (found) =>
    ranges.push(...(found ?? []).flatMap(({ pos, end }) => proseBetweenCode(text.slice(pos, end), pos)));
  const visit = (node) => {
    const children = node.getChildren(source);
    if (children.length === 0) {
      addComments(ts.getLeadingCommentRanges(text, node.getFullStart()));
      addComments(ts.getTrailingCommentRanges(text, node.getEnd()));
    }
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      node.kind === ts.SyntaxKind.TemplateHead ||
      node.kind === ts.SyntaxKind.TemplateMiddle ||
      node.kind === ts.SyntaxKind.TemplateTail;
    if (isText && /\p{L}/u.test(node.getText(source)) && /\S\s+\S/.test(node.getText(source)))
      ranges.push([node.getStart(source), node.getEnd()]);
    for (const child of children) visit(child);
  };
  visit(source);
  const kept = new Uint8Array(text.length);
  for (const [from, to] of ranges) kept.fill(1, from, to);
  return text
    .split('')
    .map((character, at) => (kept[at] === 1 || /\s/.test(character) ? character : '·'))
    .join('');
}

/** Code in comments and documents isn't prose. */
const withoutCode = (text) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, '·'));

/**
 * A text with one space for each line break and the comment marker after it, which would hide a phrase.
 * @returns {{ prose: string, offsets: readonly number[] }} and the original offset of each character
 */
function joinLines(text) {
  const offsets = [];
  const prose = text.replace(/[ \t]*\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*|[^]/g, (part, at) => {
    offsets.push(at);
    return part.includes('\n') ? ' ' : part;
  });
  return { prose, offsets };
}

/**
 * The unnatural wording in a file.
 * @param {string} file a path, by whose name the text is read
 * @param {string} text
 * @returns {readonly { line: number, found: string, hint: string, excerpt: string }[]}
 */
export function unnaturalWordingIn(file, text) {
  const isCode = /\.(?:[cm]?[jt]s|tsx)$/.test(file);
  const { prose, offsets } = joinLines(isCode ? proseOfCode(file, text) : withoutCode(text));
  return unnaturalWording(prose).map(({ at: joinedAt, found, hint }) => {
    const at = offsets[joinedAt] ?? 0;
    const lineStart = text.lastIndexOf('\n', at - 1) + 1;
    const line = text.slice(0, at).split('\n').length;
    return { line, found: found.trim(), hint, excerpt: text.slice(lineStart).split('\n', 1)[0].trim().slice(0, 160) };
  });
}

/** Field names of WHOIS servers are as they are. */
const fieldNames = new Map([['src/service/enrichment/registration/whois.ts', /organisation$/i]]);

/** Paths checked by default: everything that ships, and the documents. */
const checkedPaths = ['src', 'docs', 'media', 'syntaxes', '*.md', 'package.json', 'package.nls.json'];

/**
 * The unnatural wording of the repository's files.
 * @param {readonly string[]} paths as for Git; default: everything that ships, and the documents
 * @returns {readonly string[]} one line each
 */
export function checkWording(paths = []) {
  const args = ['ls-files', '--', ...(paths.length > 0 ? paths : checkedPaths)];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return files
    .filter((file) => /\.(?:[cm]?[jt]s|tsx|json|md|html|css)$/.test(file) && !/sample-data|package-lock/.test(file))
    .flatMap((file) =>
      unnaturalWordingIn(file, readFileSync(join(root, file), 'utf8'))
        .filter(({ found }) => fieldNames.get(file)?.test(found) !== true)
        .map(({ line, found, hint, excerpt }) => `${file}:${line}: “${found}” → ${hint}\n    ${excerpt}`),
    );
}
