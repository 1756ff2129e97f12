import {
  type BareName,
  hasHyphen,
  isAmbiguous,
  isCall,
  isCasedMember,
  isCodeWord,
  isExact,
  isFullyQualified,
  isKey,
  isObjectMember,
  isQuote,
  isTypeCased,
  looksLikeHost,
} from './bareName';
import { isHostField } from './contextRules';
import { isInHostList } from './hostLists';
import { isBesideKey } from './besideKeys';
import { followsHostWord } from './hintRules';
import { isMemberTld, isMostlyFileExtension } from './tldKinds';
import { words } from './words';
import { isPseudoTld } from '../../../registry/specialNames';
import type { Family } from '../../syntax/language';
import type { Rule } from '../rule';

const inCode = ['data', 'markup', 'code'] as const;

/** Operators that follow a member in code, but not a host in a sentence. */
const operatorPattern = /^\s(?:[=!]==?|&&|\|\||instanceof\b|\+\s["'`]|[*%]\s\d)/;

/** `EMP.ID`, `APP.EMP.NAME`: a column of a table; resolvers and registries write names in capitals as well. */
function isTableColumn(name: BareName): boolean {
  if (!/^(?:id|name|date)$/.test(name.tld) || name.labelCount > 3) return false;
  const { raw, labels } = name;
  if (!/^(?:[A-Z][A-Z\d_]{0,9}\.){1,2}[A-Z]+$/.test(raw)) return false;
  return labels.slice(0, -1).every((label) => label.length < 3 || label.includes('_') || isCodeWord(label));
}

const fileStemPattern =
  /^(?:makefile|configure|manifest|config|main|index|test|setup|lib\w*|js|css|ts|json|html|tar|txt|h|min|pdf|docx?|xlsx?|pptx?|rtf|csv|jpe?g|png|gif|mp[34]|exe|dll|lnk|iso|msi)$/;

/** Random letters, which no word has: `lhmqcgqlg`; not `installhttpd`. */
const randomLetters = /[bcdfghjklmnpqrstvwxz]{6}/;
const abbreviations = /http|html|xml|ssl|ssh|tls|sql|pkg|rpm|tmp|txt|css|npm|grpc/;
/** Words of scripts: `checkservices.pl`, `htmldiff.pl`. */
const scriptWords =
  'bench build check clean code conf conv copy count create data date del diff doc down dump edit exam export extract file filter find fix fmt format gen get graph grep html image import index info init install kern kill lib link lint list load log mail make man merge migrate monitor mysql net parse patch perl ping pod post pre print process proxy query quote read record remove rename replace report restart rotate run scan script search send server show sort split spam sql start stat stop sum sync tab test text time tool trace track trans uni up user util valid view watch web word wrap write xml';
/** Stems that only registered names have, by TLD: scripts have no hyphens, and modules and libraries no digits in front. */
const unlikeFiles: ReadonlyMap<string, RegExp> = new Map([
  [
    'pl',
    new RegExp(
      String.raw`^\w?[\da-f]{20,}$|^\d+[a-z]|-|\d[a-z]+\d|^[a-z\d]{15,}$|^(?!.*(?:${scriptWords.replaceAll(' ', '|')}))(?:[a-z]{8,}|[a-z]{3,}\d{2,})$`,
    ),
  ],
  ['pm', /^\w?[\da-f]{20,}$|^\d+[a-z]/],
  ['so', /^\w?[\da-f]{20,}$|^\d+[a-z]|^[a-z\d]{12,}$/],
  ['pub', /^(?!.*(?:key|[rd]sa|ed25519|ssh|sign|cert|_)|(?:ca|host|root|id)$)/],
]);

function isUnlikeFile(tld: string, stem: string, isOneWord: boolean): boolean {
  return (
    unlikeFiles.get(tld)?.test(stem) === true || (isOneWord && randomLetters.test(stem) && !abbreviations.test(stem))
  );
}

function isFileInProse(name: BareName): boolean {
  if (name.kind !== 'file') return false;
  const { raw, value, before, labels, tld } = name;
  const stem = labels.at(-2) ?? '';
  if ((raw !== value && isTypeCased(raw)) || /[/\\]$|\bperl (?:-\w{1,8} )?$/.test(before)) return true;
  if (fileStemPattern.test(stem)) return true;
  // A page by its language (`guide.zh-cn`), generated code (`router.pb`)
  if ((tld === 'md' && labels.length > 2 && /^[a-z]{2}-[a-z]{2}$/.test(stem)) || (tld === 'cc' && stem === 'pb'))
    return true;
  // A version in front, as of numbered documents
  if (isMostlyFileExtension(tld) && (/^\d{1,3}$/.test(stem) || /^\d{1,3}(?:\.\d{1,3}){1,2}-/.test(value))) return true;
  // `pocket-1.2-win64.zip`
  if (tld === 'zip' && /-v?(?:\d{1,4}|x)\.(?:\d|x)/.test(value)) return true;
  // The letters of a name in camel case aren't random.
  if (isUnlikeFile(tld, stem, !/[a-z][A-Z]/.test(raw))) return false;
  return labels.length === 2 && isMostlyFileExtension(tld) && !isInHostList(name);
}

/** Fields and phrases that are followed by the name of a user. */
const userFieldPattern = new RegExp(
  [
    String.raw`(?:^|[^a-z])(?:(?:target|subject)?(?:usr|user|log|account)[ _]?(?:principal[ _]?)?name|(?:[sd]|src|dst|remote|target|[re])?_?user|[sd]?usr|login|account|reporter|author|owner|actor|principal|requester|set_id|auth_?c?id|uid|uname|identity)(?:\\?["'])?\s?[:=]\s{0,8}(?:\\?["'])?<?$`,
    String.raw`\buser(?: ["'<[]?|\[)$`,
    String.raw`\\?["'](?:user|account|actor|principal|owner|author|reporter)\\?["']\s?:\s?\{\s?\\?["'](?:user_?)?name\\?["']\s?:\s?\\?["']$`,
    String.raw`\b(?:accepted|failed|postponed|rejected|invalid) [\w/-]{1,24} for $`,
    String.raw`\b(?:login|logon|authentication|auth) (?:incorrect|ok|failed|failure|succeeded|denied|accepted|rejected)\b[^[\]:]{0,32}(?:: \[|\bfor ["'<[]?)$`,
    String.raw`\b(?:log[io]n|authentication) (?:attempts? |failures? )?for ["'<[]?$`,
    String.raw`\b(?:sudo|su): +(?:\(to [\w.-]{1,32}\) )?$`,
    String.raw`(?:\d|\]) - $`,
  ].join('|'),
  'i',
);

/** Text of FTP and OpenVPN servers after the name of a user. */
const afterUserPattern =
  /^\] (?:Peer Connection|(?:OK|FAIL) LOGIN\b)|^\/(?:\d{1,3}\.){3}\d{1,3}:\d{1,5} (?:MULTI|PUSH|SENT|VERIFY|TLS|peer|Data|Control|Outgoing|Incoming)\b/;

/** `$a.com`, `x?.a.com`, `a[0].b.com`, `&a.b`, `->a.b`, `a.com[0]`: a member access; not `192.0.2.1#dns.a-site.com`. */
function isMember({ before, after }: BareName): boolean {
  if (after.startsWith('(') || (after.startsWith('[') && !after.startsWith('[:'))) return true;
  return /[$#&]$|->$|[)\]?]\.$/.test(before.slice(-2)) && !/(?:\.\d{1,3}|:[\da-f]{1,4})(?:@\d{1,5})?#$/i.test(before);
}

/** Characters that can follow a host, in quotes or in text. */
function isFollowedByBoundary({ after, tld }: BareName): boolean {
  if (/^(?:["'`),\s;&|<\]}]|:\d|:[/\s]|\/|\.?(?:["'\s\\]|$))/.test(after)) return true;
  // `"host.docker.internal:host-gateway"`
  return isPseudoTld(tld) && /^:[a-z][\w-]*["']/.test(after);
}

/** Calls whose first argument is a text, an event, a key, or a selector. */
const namingCallPattern =
  /(?:\$|\b(?:t|tr|trans|translate|locali[sz]e|formatMessage|gettext|i18n|on|once|off|emit|trigger|publish|subscribe|dispatch|instrument|notify|track|getItem|setItem|inject|log|debug|querySelector|querySelectorAll|matches|closest|selectAll))\(\s*["'`]\.?$|\bdescribe[( ]["'`]$/;

/** Elements of HTML, in front of the name of a class. */
const elementPattern =
  /^(?:div|span|ul|ol|li|table|tbody|td|th|tr|img|input|button|textarea|fieldset|small|nav|section|h[1-6])$/;

function isTextOrSelector({ before, first }: BareName, family: Family): boolean {
  if (family !== 'prose' && namingCallPattern.test(before)) return true;
  return elementPattern.test(first) && (family === 'code' ? isQuote(before.at(-1) ?? '') : /\(["'`]$/.test(before));
}

/** `data.aws_ami.base.id`, `local.common.name`: a reference in configuration. */
function isReference({ before, labels, tld }: BareName): boolean {
  if (isQuote(before.charAt(before.length - 1)) || before.endsWith('.')) return false;
  if (labels.some((label) => /[a-z\d]_/.test(label))) return true;
  return /^(?:var|local|module|data|each)$/.test(labels[0] ?? '') && /^(?:id|name|host|email|zone|link)$/.test(tld);
}

const isInCode = (name: BareName): boolean => name.kind !== 'plain' && !name.escaped;

/** `Unable to resolve host "a.b": …`: quoted after a word that isn't a word for keys. */
function isQuotedInSentence({ before }: BareName): boolean {
  return (
    /[A-Za-z] ["']$/.test(before.slice(-3)) &&
    !/\b(?:key|option|property|field|setting|parameter|param|attribute|variable|column|flag|config|event|metric|name|rule|scope|namespace|module|bean|logger) ["']$/i.test(
      before,
    )
  );
}

/** `pocket.group = x` at the start of a line; not `pocket.group = 192.0.2.7`. */
function isAssigned({ before, after, tld }: BareName): boolean {
  return isMemberTld(tld) && /^ \+?=\s(?!["']?\[?[\da-f]+[.:])/.test(after) && /(?:^|\n)[ \t]{0,16}$/.test(before);
}

/** Whether a name is in a code span: `a.b` or `x(a.b)` between backticks, which have no spaces inside and no letters outside. */
function isInCodeSpan({ before, after }: BareName): boolean {
  if (before.endsWith('<code>')) return after.startsWith('</code>');
  if (!before.includes('`') || !after.includes('`')) return false;
  return /(?:^|[^\w`])`(?:[^`\s][^`\n]{0,40})?$/.test(before) && /^(?:[^`\n]{0,40}[^`\s])?`(?![\w`])/.test(after);
}

/** `status.health`, `client_data.zone`: ends like a member of an object, whatever is in front. */
function endsLikeMember(name: BareName): boolean {
  const { labels, raw, kind, tld } = name;
  // `crates.io`
  // `Tempfile.open`
  if (raw !== name.value && /^[a-z]+\.(?:now|open|save|map|select)$/i.test(raw)) return true;
  if (/^[A-Z]{3,}\.[A-Z][a-z]+$/.test(raw) || /^[a-z]+\.new$/.test(name.value)) return true;
  if (kind === 'plain' || hasHyphen(name) || (labels.length === 2 && tld.length < 4 && tld !== 'id')) return false;
  return (isMemberTld(tld) && isCodeWord(labels.at(-2) ?? '')) || /[a-z\d]_[a-z]/i.test(raw);
}

/** `pocket.task.id`, `pocket.user.name`, whatever is in front. */
function isIdentifierOfMember(name: BareName): boolean {
  const { tld, labelCount } = name;
  return (tld === 'id' || tld === 'name') && labelCount > 2 && endsLikeMember(name) && !isFullyQualified(name);
}

/** `print(pocket.page)` in a text, `print(pocket.author, pocket.page)` also in data. */
function isArgument(name: BareName, family: Family): boolean {
  const before = isAmbiguous(name) ? /[\w$]\(((?:[\w.]{1,48}, ){0,4})$/.exec(name.before)?.[1] : undefined;
  if (before === undefined || before === '') return before === '' && family === 'prose';
  return name.labelCount === 2 && before.toLowerCase().startsWith(`${name.first}.`);
}

/** The name of a field, an attribute, or an element for what isn't a host. */
const otherFieldPattern =
  /(?:^|[^a-z])(?:rule|signature|alert|event|task|action|operation|permission|module|policy|scope|right|role|privilege|logger)s?(?:[ _-]?(?:name|id|type))?\\?["']?\s?[:=]\s{0,4}[\\"'[]{0,4}$/i;
const scopesPattern = /\bscopes?\\?["']?\s?[:=]\s?[\\"'[]{0,4}(?:[\w.:/-]{1,32}\\?["']?[ ,+]{1,2}\\?["']?){1,8}$/i;
/** Nouns for the name in front of them: `the build.jobs setting`. */
const settingNounPattern =
  /^["'`]?\s(?:config(?:uration)?(?: (?:value|option|key|setting|property|file))?|settings?|options?|propert(?:y|ies)|parameters?|variables?|fields?|attributes?|keys?)\b(?!\s(?:of|at|for)\b)|^`? {0,24}\| {0,4}`?(?:string|bool|boolean|int|integer|number|object|list|array|map|dict|float|duration)`? {0,8}\|/i;
const otherElementPattern = /<\w{1,16} (?:name|key|field)=["']([\w .-]{1,48})["']>$/i;

function isValueOfOtherField(name: BareName): boolean {
  const { kind, before } = name;
  // `module: a-site.io/tool` is where a module is from.
  if (kind !== 'member' || hasHyphen(name) || name.after.startsWith('/')) return false;
  if (!before.endsWith('>')) return otherFieldPattern.test(before) || scopesPattern.test(before);
  const element = otherElementPattern.exec(before)?.[1];
  return element !== undefined && !isHostField(element);
}

/** The labels of an object of Kubernetes, a constant for one, or a command that changes them. */
const labelKeyPattern =
  /(?:annotations?|labels?|taints?|finalizers?)(?:_?(?:name|key))?\s?(?:\[|\(|:?=|,|\.ObjectMeta)?\s?["'`]$|\b(?:annotate|label|taint) [^\n]{0,48} $/i;

const namedFilePattern = /(?:\bfiles?(?:name)? |[a-z]_?[Ff]ile\(|\b[Ff]ile(?:\.\w{4,8}|s\.\w{4,16})?\()["'`]$/;
const fileOptionPattern = /\s--(?:[\w-]{0,16}file|input|output|remove) $/;

/** The namespaces of attributes and metrics that aren't names of objects as well. */
const telemetryRoots = words('browser cicd container cpu faas gen_ai jvm messaging nodejs otel process rpc v8js');

/** Rules by which a name could also be a member of an object, a file, or a user name. */
export const likenessRules: readonly Rule<BareName>[] = [
  {
    id: 'is the prefix of a label or an annotation',
    strength: 'likeness',
    before: ' "\'`',
    after: '/',
    test: ({ kind, before, after }) => kind !== 'plain' && /^\/[\w-]/.test(after) && labelKeyPattern.test(before),
    example: ['get(.Annotations, "app.pocket.io/name")', 'app.pocket.io'],
    counterexample: ['get(.Addresses, "app.pocket.io/name")', 'app.pocket.io'],
  },
  {
    id: 'is a key in a text',
    strength: 'likeness',
    families: ['prose'],
    after: '=` "\':',
    test: (name) =>
      isAmbiguous(name) && (isCall(name) || isAssigned(name) || (isKey(name) && !isQuotedInSentence(name))),
    example: ['relay.open=1', 'relay.open'],
    counterexample: ['relay.open 1', 'relay.open'],
  },
  {
    id: 'has the capitals of a type',
    strength: 'likeness',
    families: ['prose', 'data', 'markup'],
    test: ({ raw, value, kind, tld }) =>
      raw !== value &&
      (kind !== 'plain' || tld === 'net' || tld.length === 2) &&
      !/\.[a-z]+$/.test(raw) &&
      isTypeCased(raw),
    example: ['uses System.IO', 'System.IO'],
    counterexample: ['asks NS1.A-SITE.IO', 'NS1.A-SITE.IO'],
  },
  {
    id: 'is in a code span and ends like a member',
    strength: 'likeness',
    families: ['prose', 'data'],
    // `:pocket.call` is a function of a module of Erlang.
    test: (name) => isInCodeSpan(name) && (endsLikeMember(name) || (isAmbiguous(name) && name.before.endsWith('`:'))),
    example: ['set `pocket.status.health` first', 'pocket.status.health'],
    counterexample: ['set `pocket.health` first', 'pocket.health'],
  },
  {
    id: 'is the value of a field for other things',
    strength: 'likeness',
    before: ' :="\'[,+>',
    test: isValueOfOtherField,
    example: ['rule_name=pocket.start.run', 'pocket.start.run'],
    counterexample: ['pool_name=pocket.start.run', 'pocket.start.run'],
  },
  {
    id: 'is followed by a word for settings or their type',
    strength: 'likeness',
    families: ['prose'],
    after: ' "\'`',
    test: (name) =>
      name.kind === 'member' &&
      (isMemberTld(name.tld) || isCodeWord(name.first)) &&
      !looksLikeHost(name) &&
      settingNounPattern.test(name.after),
    example: ['set the build.jobs setting', 'build.jobs'],
    counterexample: ['set the build.jobs server', 'build.jobs'],
  },
  {
    id: 'is a member of an element of a list',
    strength: 'likeness',
    families: ['prose'],
    test: ({ kind, before, after }) =>
      kind === 'member' && (/\[["'\w-]{0,24}\]\.$/.test(before) || /^\[["'][\w-]{1,24}["']\]/.test(after)),
    example: ['reads rows[1].pocket.name', 'pocket.name'],
    counterexample: ['reads rows[1] .pocket.name', 'pocket.name'],
  },
  {
    id: 'is a field of the data of a template',
    strength: 'likeness',
    families: ['prose', 'data'],
    before: '.',
    test: ({ raw, kind, before }) => kind !== 'plain' && /^[A-Z][a-z]/.test(raw) && /(?:^|[\s(,{|])\.$/.test(before),
    example: ['prints .Pocket.show', 'Pocket.show'],
    counterexample: ['prints .pocket.show', 'pocket.show'],
  },
  {
    id: 'follows the number of a heading',
    strength: 'likeness',
    families: ['prose'],
    before: ' ',
    test: (name) =>
      isAmbiguous(name) &&
      !hasHyphen(name) &&
      /(?:^|\n)(?:#{1,6} |[-*] )?\d{1,2}(?:\.\d{1,2}){1,3}\.? $/.test(name.before),
    example: ['3.2.1 pocket.page', 'pocket.page'],
    counterexample: ['3 pocket.page', 'pocket.page'],
  },
  {
    id: 'is a link to a part of the same page',
    strength: 'likeness',
    before: '>`',
    test: (name) =>
      isAmbiguous(name) &&
      /<a [^<>]{0,300}\bhref="#[^<>]{0,300}>`?$/.test(name.text.slice(Math.max(0, name.start - 400), name.start)),
    example: ['<a href="#pocket-open">pocket.open</a>', 'pocket.open'],
    counterexample: ['<a href="/pocket-open">pocket.open</a>', 'pocket.open'],
  },
  {
    id: 'has a role of reStructuredText',
    strength: 'likeness',
    before: '`~',
    test: (name) =>
      name.kind !== 'plain' &&
      /:(?:py:)?(?:attr|class|const|data|doc|envvar|exc|file|func|meth|mod|obj|option|ref|setting|term):`~?$/.test(
        name.before,
      ),
    example: ['see :mod:`pocket.open`', 'pocket.open'],
    counterexample: ['see: `pocket.open`', 'pocket.open'],
  },
  {
    id: 'is the name of a template',
    strength: 'likeness',
    families: ['prose', 'data'],
    before: '"',
    test: ({ before, kind }) =>
      kind !== 'plain' &&
      /(?:\{\{-? ?|\()(?:define|template|include|block|(?:[$.\w]{0,16}\.)?[Tt]r?) {1,4}"$/.test(before),
    example: ['{{- define "pocket.name" -}}', 'pocket.name'],
    counterexample: ['{{- quote "pocket.name" -}}', 'pocket.name'],
  },
  {
    id: 'is a word and a word with a capital',
    strength: 'likeness',
    families: ['prose', 'data', 'markup'],
    test: ({ raw, value, after, labelCount, tld, kind }) =>
      raw !== value &&
      kind !== 'plain' &&
      // `AND NONINFRINGEMENT.IN NO EVENT`
      ((/^[A-Z]{4,}\.I[NST]$/.test(raw) && /^ [A-Z]{2,} [A-Z]{2}/.test(after)) ||
        (/^[a-z][a-z\d]*(?:[A-Z][a-z]{2,})*(?:\.[a-z\d]+)*\.[A-Z][a-z]+$/.test(raw) &&
          (tld.length > (labelCount > 2 ? 2 : 3) || (/^(?:i[nst]|to)$/.test(tld) && /^ [a-z]/.test(after))))),
    example: ['the end of one sentence.It goes on', 'sentence.It'],
    counterexample: ['the end of one sentence.It', 'sentence.It'],
  },
  {
    id: 'is in bold or italics of a manual page',
    strength: 'likeness',
    families: ['prose'],
    before: 'BI',
    test: (name) => isAmbiguous(name) && /\\f[BI]$/.test(name.before),
    example: ['see \\fBsystemd.network\\fR', 'systemd.network'],
    counterexample: ['see systemd.network', 'systemd.network'],
  },
  {
    id: 'is a member of an object in a text',
    strength: 'likeness',
    families: ['prose'],
    test: (name) =>
      (isAmbiguous(name) &&
        isObjectMember(name) &&
        ((isMemberTld(name.tld) && !isFullyQualified(name)) ||
          (name.tld.length > 2 && name.labels[0]?.length === 1))) ||
      (name.tld === 'name' && name.labelCount === 2 && isCodeWord(name.first)) ||
      isIdentifierOfMember(name),
    example: ['reads user.name', 'user.name'],
    counterexample: ['reads pocket.name', 'pocket.name'],
  },
  {
    id: 'has capitals and only words for objects',
    strength: 'likeness',
    families: ['prose', 'data', 'markup'],
    test: (name) => isCasedMember(name) && !isFullyQualified(name),
    example: ['reads CustomerOrder.date', 'CustomerOrder.date'],
    counterexample: ['reads CustomerPocket.date', 'CustomerPocket.date'],
  },
  {
    id: 'is a column of a table',
    strength: 'likeness',
    families: ['prose'],
    test: isTableColumn,
    example: ['reads T1.ID', 'T1.ID'],
    counterexample: ['reads T-1.ID', 'T-1.ID'],
  },
  {
    id: 'is an operand',
    strength: 'likeness',
    families: ['prose'],
    after: ' \t;),"\'',
    test: ({ before, after, tld, kind }) =>
      (isMemberTld(tld) && operatorPattern.test(after)) ||
      ((kind !== 'plain' || isMemberTld(tld)) &&
        /(?:[=!]=?|\b(?:return|const|let|var|await|delete|typeof|new))\s$/.test(before) &&
        /^["']?(?:[;)]|\/?>)/.test(after)),
    example: ['if pocket.name === x', 'pocket.name'],
    counterexample: ['if pocket.name is x', 'pocket.name'],
  },
  {
    id: 'is an argument of a call',
    strength: 'likeness',
    families: ['prose', 'data'],
    before: '( ',
    after: '),;[',
    test: isArgument,
    example: ['print(pocket.page)', 'pocket.page'],
    counterexample: ['print (pocket.page)', 'pocket.page'],
  },
  {
    id: 'is an argument named like its last label, or an element of a comprehension',
    strength: 'likeness',
    before: '=[(',
    after: '), ',
    test: ({ before, after, tld }) =>
      before.endsWith(`${tld}=`) ? /^[),]/.test(after) : /^ for \w{1,24} in\b/.test(after),
    example: ['get(pk=pocket.pk)', 'pocket.pk'],
    counterexample: ['get(pk=pocket.nl)', 'pocket.nl'],
  },
  {
    id: 'is a facility of syslog',
    strength: 'likeness',
    families: ['prose'],
    test: ({ value }) =>
      /^(?:kern|user|mail|daemon|auth(?:priv)?|syslog|lpr|news|uucp|cron|ftp|local[0-7])\.info$/.test(value),
    example: ['syslog: kern.info', 'kern.info'],
    counterexample: ['syslog: kernel.info', 'kernel.info'],
  },
  {
    id: 'is a user name',
    strength: 'likeness',
    test: (name) =>
      name.kind !== 'plain' &&
      name.labelCount === 2 &&
      ((userFieldPattern.test(name.before) && !/^[\\/]/.test(name.after)) || afterUserPattern.test(name.after)),
    example: ['login=max.page', 'max.page'],
    counterexample: ['login=max.page\\ann', 'max.page'],
  },
  {
    id: 'is the right of a scope',
    strength: 'likeness',
    before: ':',
    test: ({ labelCount, kind, first }) =>
      kind === 'member' &&
      labelCount === 2 &&
      /^(?:read|write|admin|manage|view|edit|create|update|delete|list|history|all)$/.test(first),
    example: ['"scopes": ["users:read.email"]', 'read.email'],
    counterexample: ['"scopes": ["users:bread.email"]', 'bread.email'],
  },
  {
    id: 'is an anchor, the target of a reference, or the head of a table',
    strength: 'likeness',
    families: ['prose'],
    before: '[#:"\'',
    test: (name) => {
      const { before, after } = name;
      if (!isAmbiguous(name) && !isCodeWord(name.first)) return false;
      if (before.endsWith('](#')) return after.startsWith(')');
      // `[the guide][pocket.guide]`, and `[pocket.guide]: https://…`
      if (before.endsWith('][')) return after.startsWith(']');
      if (/(?:^|\n)\[$/.test(before) && /^\]: /.test(after)) return true;
      if (/<a (?:name|id)=["']$/.test(before)) return true;
      if (before.endsWith('[[')) return after.startsWith(']]');
      // `[http.routers.app]`, the head of a table in TOML.
      if (before.endsWith('['))
        return (
          !hasHyphen(name) &&
          /(?:^|\n)[ \t]{0,8}\[$/.test(before) &&
          (name.labels.length > 2 ? /^\]\s{0,4}\n/ : /^\][ \t]{0,4}\n\s{0,8}[\w-]{1,32} = /).test(after)
        );
      if (before.endsWith('#') && after.startsWith(']')) return true;
      return /\w[#:]$/.test(before) && /^\[(?![\d.:])/.test(after);
    },
    example: ['xref:index.adoc#pocket.web.security[Web]', 'pocket.web.security'],
    counterexample: ['index.adoc#pocket.web.security [Web]', 'pocket.web.security'],
  },
  {
    id: 'is the target of a relative link',
    strength: 'likeness',
    families: ['prose'],
    before: '(',
    after: ')#',
    test: ({ before, kind, tld }) => kind === 'file' && isMostlyFileExtension(tld) && before.endsWith(']('),
    example: ['[guide](guide-2.5.x.md)', 'guide-2.5.x.md'],
    counterexample: ['[guide] (guide-2.5.x.md)', 'guide-2.5.x.md'],
  },
  {
    id: 'is a file in a text',
    strength: 'likeness',
    families: ['prose'],
    test: isFileInProse,
    example: ['ran setup.py', 'setup.py'],
    counterexample: ['ran x.pocket.py', 'x.pocket.py'],
  },
  {
    id: 'is a member or common object in code',
    strength: 'likeness',
    families: inCode,
    test: (name) => name.kind === 'plain' && (isMember(name) || isObjectMember(name)),
    example: ['// reads req.data.de', 'req.data.de', 'typescript'],
    counterexample: ['// reads pocket.data.de', 'pocket.data.de', 'typescript'],
  },
  {
    id: 'has capitals in code',
    strength: 'likeness',
    families: ['code'],
    test: (name) => name.kind !== 'plain' && /[a-z][A-Z]|(?:^|\.)[A-Z][a-z]/.test(name.raw),
    example: ["fetch('Pocket.ly')", 'Pocket.ly', 'typescript'],
    counterexample: ["fetch('pocket.ly')", 'pocket.ly', 'typescript'],
  },
  {
    id: 'is part of a longer word in code',
    strength: 'likeness',
    families: inCode,
    test: (name) => isInCode(name) && (!/["'`(,\s@=<>]\*?\.?$/.test(name.before) || !isFollowedByBoundary(name)),
    example: ['// host -pocket.page', 'pocket.page', 'typescript'],
    counterexample: ['// host pocket.page', 'pocket.page', 'typescript'],
  },
  {
    id: 'is a text, an event, or a selector',
    strength: 'likeness',
    before: '"\'`.',
    test: (name, family) => name.kind !== 'plain' && isTextOrSelector(name, family),
    example: ["on('a-pocket.page')", 'a-pocket.page', 'typescript'],
    counterexample: ["fetch('a-pocket.page')", 'a-pocket.page', 'typescript'],
  },
  {
    id: 'is called a file, or is the argument of a call or an option for files',
    strength: 'likeness',
    before: '"\'` ',
    test: ({ before, kind }) =>
      kind !== 'plain' && (before.endsWith(' ') ? fileOptionPattern : namedFilePattern).test(before.slice(-32)),
    example: ["wrote the file 'pocket.mg'", 'pocket.mg'],
    counterexample: ["wrote the site 'pocket.mg'", 'pocket.mg'],
  },
  {
    id: 'is a hidden file or one of a tool',
    strength: 'likeness',
    families: ['prose', 'data'],
    test: ({ first, kind, labelCount, raw, before }) =>
      kind === 'member' &&
      labelCount === 2 &&
      (first === 'env'
        ? /(?:^|[\s"'`(/])\.$/.test(before)
        : /^(?!Profile)[A-Z][a-z]{2,5}file\.(?:dev|example|local|test)$/.test(raw)),
    example: ['copy .env.live first', 'env.live'],
    counterexample: ['copy x.env.live first', 'x.env.live'],
  },
  {
    id: 'is an attribute of telemetry',
    strength: 'likeness',
    families: inCode,
    test: (name) =>
      isExact(name) &&
      !hasHyphen(name) &&
      (name.tld === 'name' || (name.kind === 'member' && telemetryRoots.has(name.first) && !isPseudoTld(name.tld))),
    example: ["fetch('pocket.name')", 'pocket.name', 'typescript'],
    counterexample: ["fetch('a-pocket.name')", 'a-pocket.name', 'typescript'],
  },
  {
    id: 'is a file in code',
    strength: 'likeness',
    families: inCode,
    test: ({ kind, tld }) => kind === 'file' && isMostlyFileExtension(tld),
    example: ["fetch('a-pocket.x.sh')", 'a-pocket.x.sh', 'typescript'],
    counterexample: ["fetch('a-pocket.x.page')", 'a-pocket.x.page', 'typescript'],
  },
  {
    id: 'is a member of an object in code',
    strength: 'likeness',
    families: inCode,
    test: (name) =>
      isInCode(name) &&
      (isObjectMember(name) ||
        isReference(name) ||
        name.labels.slice(1, -1).some((label) => /^_(?!domainkey|tcp|udp|msdcs|sites)/.test(label)) ||
        (isMemberTld(name.tld) && /\b(?:name|key|id|property|deprecated|service|bean|ref)=["']$/.test(name.before)) ||
        /(?:<property name|\s(?:property|if|unless))=["']$/.test(name.before)),
    example: ["fetch('cache.page')", 'cache.page', 'typescript'],
    counterexample: ["fetch('pocket.page')", 'pocket.page', 'typescript'],
  },
  {
    id: 'is beside a key of the same object',
    strength: 'likeness',
    before: '"\'`',
    after: '"\'`:',
    test: (name, family) =>
      name.kind !== 'plain' &&
      (family !== 'prose' || name.before.endsWith('`')) &&
      isBesideKey(name) &&
      !followsHostWord(name),
    example: ['x("pocket.ly", "pocket.title")', 'pocket.ly', 'typescript'],
    counterexample: ['x("pocket.ly", "pocket.page")', 'pocket.ly', 'typescript'],
  },
  {
    id: 'is a module named after a brand',
    strength: 'likeness',
    families: inCode,
    test: (name) =>
      name.labels.length > 2 &&
      /^(?:google|amazon|apple|microsoft|azure|windows|oracle|android|youtube|gmail|netflix|aws|office)$/.test(
        name.tld,
      ) &&
      !looksLikeHost(name),
    example: ["use('auth.providers.google')", 'auth.providers.google', 'typescript'],
    counterexample: ["use('a-auth.providers.google')", 'a-auth.providers.google', 'typescript'],
  },
  {
    id: 'is an escaped member',
    strength: 'likeness',
    families: inCode,
    test: ({ escaped, kind }) => escaped && kind !== 'plain',
    example: ['host: /^pocket\\.page$/', 'pocket\\.page', 'typescript'],
    counterexample: ["host: '^pocket.page$'", 'pocket.page', 'typescript'],
  },
];
