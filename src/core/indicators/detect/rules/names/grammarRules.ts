import { type BareName, isAmbiguous, isCall, isPrivateHost, isQuote } from './bareName';
import { isMemberTld } from './tldKinds';
import type { Family } from '../../syntax/language';
import type { Rule } from '../rule';

const importPattern =
  /(?:\brequire\(|\bimport_module\(|\b__import__\(|\bfrom|\bimport|\bimport\(|\brequire|\busing|\buse|\binclude)\s*["'`<]$/;
const importLinePattern = /(?:^|\n)[ \t]*(?:from|import|require|using|use|package|namespace|include)[ \t]+$/;

/** An import, quoted or at the start of a line. In strings and comments, `from a-site.com` is a sentence. */
function isImport({ before, kind }: BareName, family: Family): boolean {
  if (isQuote(before.charAt(before.length - 1)) || before.endsWith('<')) return importPattern.test(before);
  const follows = /[ \t]/.test(before.charAt(before.length - 1));
  return follows && (family !== 'code' || kind !== 'plain') && importLinePattern.test(before);
}

/** Between `${` or `#{` and `}` of a template, and not in nested quotes. */
function isInTemplate({ before }: BareName): boolean {
  const open = Math.max(before.lastIndexOf('${'), before.lastIndexOf('#{'));
  return open !== -1 && !/[}"'`]/.test(before.slice(open));
}

/**
 * `{{ a.name }}`, `{{a.name}}`, `{% if a.name %}`; strings in templates can be hosts. Braces in a word
 * that don't close, as in `https://user{%40@a.example;.b.example`, are part of a URL.
 */
function isBetweenBraces({ before, after }: BareName, family: Family): boolean {
  const open = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (open === -1) return false;
  const inside = before.slice(open);
  if (/[}%]\}/.test(inside) || isQuote(before.charAt(before.length - 1))) return false;
  return (/\s/.test(inside) && isConfiguration(family)) || /^[^\n{]*[}%]\}/.test(after);
}

const isConfiguration = (family: Family): boolean => family === 'data' || family === 'markup';

/** `{a.name}`, `{a.id:07d}` in code, `#{a.name}`, `\(a.name)`, `<%= a.name %>`: all that is printed. */
function isPrinted({ before, after }: BareName, family: Family): boolean {
  if (before.endsWith('{'))
    return (family === 'code' ? /^(?:![ars])?(?::[\w.<>^+,%-]{1,12})?\}/ : /^[*+?]?\}/).test(after);
  if (before.endsWith('\\(')) return family === 'code' && after.startsWith(')');
  return /<%[=-]? ?$/.test(before) && /^ ?-?%>/.test(after);
}

/** An expression in a template or a formatted string. */
function isExpression(name: BareName, family: Family): boolean {
  if ((family === 'code' || isAmbiguous(name)) && isPrinted(name, family)) return true;
  // A template in a string of Python
  if (family === 'code' && /\{\{-? ?$/.test(name.before) && /^ ?(?:-?\}\}|\| ?\w)/.test(name.after)) return true;
  // `{{.i18n.Tr "x"}}`: a field of the data of a template
  if (/\{\{-? ?\$?\.$/.test(name.before)) return true;
  const mayBe = isConfiguration(family) || isAmbiguous(name) || name.before.includes('{%');
  return mayBe && isBetweenBraces(name, family);
}

/** The version behind a group of an API of Kubernetes, alone or for the key in front of it. */
const groupVersionPattern = /^\/v\d{1,2}(?:alpha|beta)\d{1,2}(?![\w.-])/;
const apiVersionPattern = /apiVersion\\{0,2}["']?\)?\s?[:=(,]\s{0,4}\\?["'`]?$/i;
const groupPattern = /(?:^|[^\w.-])(?:api_?)?groups?\\?["']?\s?(?:[:=]|\()\s{0,4}\[?\s?\\?["'`]?$/i;
const groupsPattern =
  /apiGroups?["']?:[ \t]{0,4}(?:\[(?:["'][^"'\]\n]{0,48}["'],\s?){1,4}["']|\r?\n(?:[ \t]*-[^\n]{0,60}\n){0,4}[ \t]*-[ \t]+["']?)$/;

function isApiGroup({ before, after }: BareName): boolean {
  if (after.startsWith('/v') && (groupVersionPattern.test(after) || apiVersionPattern.test(before))) return true;
  return groupPattern.test(before) || groupsPattern.test(before);
}

/** `ZBa.example/x`: the tag of a Go package in generated code, its length as a character, and the package. */
function followsLength({ text, start, raw }: BareName): boolean {
  if (!raw.startsWith('Z')) return false;
  const path = text.slice(start + 2, start + 2 + raw.charCodeAt(1));
  return path.includes('/') && !/[\s"'\\]/.test(path);
}

/** `IDLE_TIME_CONFIG = "idle.time"`: a key, and the constant for it. */
function isNamedConstant({ before, value, kind, tld }: BareName): boolean {
  if (kind === 'plain' || !isMemberTld(tld)) return false;
  const constant = /([A-Z][A-Z\d_]{3,48})["']?\s?(?::=?|=>?|\()\s?["']$/.exec(before)?.[1];
  return constant?.replaceAll('_', '').includes(value.replaceAll(/[.-]/g, '').toUpperCase()) === true;
}

/** `var.name`, `each.value.zone`, `aws_instance.web.id`: references in Terraform. */
const referencePattern =
  /^(?:(?:var|local|module|each)\.[\w-]+|each\.value\.\w+|[a-z]{2,}_[a-z\d_]+\.[a-z\d_]+\.[a-z\d_]+)$/;

const inCode = ['data', 'markup', 'code'] as const;

/** The syntax of code, which isn't a host in any context. */
export const grammarRules: readonly Rule<BareName>[] = [
  {
    id: 'is called with arguments',
    strength: 'grammar',
    after: '(',
    test: (name, family) => (family === 'prose' && !isAmbiguous(name) ? /^\(["'`]/.test(name.after) : isCall(name)),
    example: ['host: dns.lookup.host(x)', 'dns.lookup.host'],
    counterexample: ['host: lookup.a-site.host(192.0.2.7)', 'lookup.a-site.host'],
  },
  {
    id: 'is a member in mixed case',
    strength: 'grammar',
    families: ['code'],
    test: (name) =>
      name.raw !== name.value && isMemberTld(name.tld) && /[a-z][A-Z]/.test(name.raw) && !isPrivateHost(name),
    example: ["x = { host: 'userData.name' }", 'userData.name', 'typescript'],
    counterexample: ["x = { host: 'userdata.name' }", 'userdata.name', 'typescript'],
  },
  {
    id: 'is imported',
    strength: 'grammar',
    families: inCode,
    test: isImport,
    example: ["import x from 'a.site.com'", 'a.site.com', 'typescript'],
    counterexample: ["// from 'a.site.com'\nx('a.site.com')", 'a.site.com', 'typescript'],
  },
  {
    id: 'is an expression in a template',
    strength: 'grammar',
    families: ['code'],
    test: isInTemplate,
    example: ['`https://${x || a.site.com}/`', 'a.site.com', 'typescript'],
    counterexample: ['`${x} a.site.com`', 'a.site.com', 'typescript'],
  },
  {
    id: 'is an expression between braces',
    strength: 'grammar',
    test: isExpression,
    example: ['host: "{{ a.site.com }}"', 'a.site.com', 'yaml'],
    counterexample: ['host: "{{ x }}.a.site.com"', 'a.site.com', 'yaml'],
  },
  {
    id: 'is in a bound attribute',
    strength: 'grammar',
    families: ['markup'],
    before: '"\'(!&|?:= ',
    test: ({ before }) =>
      /\s(?:v-|:|@|#|\*ng|x-|\[|\()[\w:.\])-]{1,40}=["'](?:[^"'<>]{0,48}[(!&|?:=] ?)?$/.test(before),
    example: ['<p v-if="a.site.com">', 'a.site.com', 'vue'],
    counterexample: ['<p title="a.site.com">', 'a.site.com', 'vue'],
  },
  {
    id: 'is cut at an escape or a placeholder',
    strength: 'grammar',
    before: '\\%',
    // `%Pocket.Zone{` is a structure of Elixir.
    test: ({ before, after, raw, first }) =>
      before.endsWith('\\') ? /^[0-2]\d\d/.test(raw) : /^[sdvq]$/.test(first) || after.startsWith('{'),
    example: ["x = '%s.storage.a-site.com'", 's.storage.a-site.com', 'typescript'],
    counterexample: ["x = 's.storage.a-site.com'", 's.storage.a-site.com', 'typescript'],
  },
  {
    id: 'continues with a placeholder',
    strength: 'grammar',
    after: '.',
    test: ({ after, kind }) =>
      after.startsWith('.${') ||
      after.startsWith('.*.') ||
      (kind !== 'plain' && /^\.(?:<[a-z_-]{2,24}>[.`-]|\*[`"'])/.test(after)),
    example: ['set a.site.com.${i}.type', 'a.site.com'],
    counterexample: ['set a.site.com. ${i}.type', 'a.site.com'],
  },
  {
    id: 'follows its length in a message of protocol buffers',
    strength: 'grammar',
    families: ['code'],
    test: followsLength,
    example: ['x = "B\\x01Z0a-site.com/pocket/small/settings/of/the/region/xb"', 'Z0a-site.com', 'go'],
    counterexample: ['x = "B\\x01Z0a-site.com/pocket"', 'Z0a-site.com', 'go'],
  },
  {
    id: 'is described beside itself',
    strength: 'grammar',
    families: inCode,
    before: '"\'`',
    after: '"\'`',
    test: ({ raw, after }) => /^.\s?(?:,|=>|->)\s*/.exec(after)?.[0].length === after.indexOf(raw),
    example: ['check("c1.fi", c1.fi)', 'c1.fi', 'scala'],
    counterexample: ['check("c1.fi", c2.fi)', 'c1.fi', 'scala'],
  },
  {
    id: 'is the value of a constant with its name',
    strength: 'grammar',
    families: ['data', 'code'],
    before: '"\'',
    test: isNamedConstant,
    example: ['ADVERTISED_HOSTNAME = "advertised.host.name"', 'advertised.host.name', 'python'],
    counterexample: ['POCKET_HOSTNAME = "advertised.host.name"', 'advertised.host.name', 'python'],
  },
  {
    id: 'is the name of a parameter',
    strength: 'grammar',
    families: inCode,
    before: ' ',
    test: ({ before, kind }) =>
      kind !== 'plain' && /[@\\](?:args?|param|property|field) (?:\{[^{}]*\} )?$/.test(before),
    example: ['-- @param {host} dns-enum.domains The hosts', 'dns-enum.domains', 'lua'],
    counterexample: ['-- the host dns-enum.domains', 'dns-enum.domains', 'lua'],
  },
  {
    id: 'has a result beside it',
    strength: 'grammar',
    families: inCode,
    after: ' ',
    test: ({ after, kind }) => kind !== 'plain' && /^ +#? ?=> ?["'\d[{]/.test(after),
    example: ['# the server s2.read  #=> "ping"', 's2.read', 'ruby'],
    counterexample: ['# the server s2.read  # ping', 's2.read', 'ruby'],
  },
  {
    id: 'is a reference of a module',
    strength: 'grammar',
    families: ['data'],
    before: ' ([,',
    test: ({ value, before }) => referencePattern.test(value) && /[=([,] {1,8}$/.test(before),
    example: ['host = local.host', 'local.host', 'terraform'],
    counterexample: ['host = locals.host', 'locals.host', 'terraform'],
  },
  {
    id: 'is the group of an API',
    strength: 'grammar',
    before: ' "\'`=:[(\n',
    test: isApiGroup,
    example: ['apiVersion: pocket.a-site.io/v1', 'pocket.a-site.io', 'log'],
    counterexample: ['url: pocket.a-site.io/v1', 'pocket.a-site.io', 'log'],
  },
];
